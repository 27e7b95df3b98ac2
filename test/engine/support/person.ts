import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { CredentialData } from './credentialsHelper';
import type { Engine, RunResult } from './engine';
import { by } from './library';
import { ENTERPRISE, StrictServer } from './strictServer';
import { PERSON } from './userAccount';
import { nameOf, packageEngine } from './world';

export const TYPE = 'fileLibraryTokenApi';
export const library = by('id', 1024);
export const GET = { resource: 'file', operation: 'get', library, file: by('path', 'Docs/a.txt') };
export const UPLOAD = {
	resource: 'file',
	operation: 'upload',
	library,
	binaryPropertyName: 'data',
	folder: by('path', 'Up'),
};

let serial = 0;

/** The File Library User node and its credential, in the real engine against a strict server. */
export class Person {
	readonly server = new StrictServer();
	engine!: Engine;
	readonly node = nameOf('fileLibraryUser');

	async start(): Promise<void> {
		this.engine = await packageEngine();
		await this.server.listen();
		this.server.account.isStrict = true;
	}

	/**
	 * A credential as filled in by hand. Each is for a service of its own, so that tests share no tokens in the
	 * process.
	 */
	credential(fields: Record<string, unknown> = {}): CredentialData {
		return {
			[TYPE]: {
				baseUrl: `${this.server.url}${'/'.repeat(++serial)}`,
				...ENTERPRISE,
				grantType: 'password',
				...PERSON,
				vendorPrefix: 'svc',
				allowUnauthorizedCerts: false,
				...fields,
			} as CredentialData[string],
		};
	}

	async run(
		parameters: Readonly<Record<string, unknown>>,
		credentials = this.credential(),
		items: INodeExecutionData[] = [{ json: {} }],
		nodeProps: Partial<INode> = {},
	): Promise<RunResult> {
		return await this.engine.run({ node: this.node, parameters: { ...parameters }, credentials, items, nodeProps });
	}

	/** An item with a small file to upload. */
	async file(): Promise<INodeExecutionData[]> {
		return [await this.engine.binaryItem(Buffer.from('bytes to upload'), { fileName: 'report.bin' })];
	}
}

/** The fields of a credential as n8n stores them now. */
export const storedIn = (credentials: CredentialData): Record<string, unknown> => ({ ...credentials[TYPE] });
