import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { CredentialData } from './credentialsHelper';
import type { Engine, RunResult } from './engine';
import { by } from './library';
import { ENTERPRISE, startStrictServer, type StrictServer } from './strictServer';
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
	server!: StrictServer;
	engine!: Engine;
	readonly node = nameOf('fileLibraryUser');

	async start(): Promise<void> {
		this.engine = await packageEngine();
		this.server = await startStrictServer();
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

/**
 * The person of a test file: each test begins with a server that knows nothing, which must have had nothing to
 * complain about.
 */
export function usePerson(): Person {
	const person = new Person();
	beforeAll(async () => await person.start());
	afterAll(async () => await person.server.close());
	beforeEach(() => person.server.reset());
	afterEach(() => expect(person.server.problems()).toEqual([]));
	return person;
}

/** The fields of a credential as n8n stores them now. */
export const storedIn = (credentials: CredentialData): Record<string, unknown> => ({ ...credentials[TYPE] });
