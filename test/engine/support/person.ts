import type { INodeExecutionData } from 'n8n-workflow';
import { FileLibraryTokenApi } from '../../../credentials/FileLibraryTokenApi.credentials';
import { FileLibraryUser } from '../../../nodes/FileLibraryUser/FileLibraryUser.node';
import type { CredentialData } from './credentialsHelper';
import { createEngine, type Engine, type RunResult } from './engine';
import { by } from './library';
import { CLIENT, PERSON, startUserServer, type UserServer } from './userServer';

export const TYPE = 'fileLibraryTokenApi';
export const library = by('id', 1024);
export const GET = { resource: 'file', operation: 'get', library, file: by('path', 'Docs/a.txt') };

let serial = 0;

/** The File Library User node and its credential, in the real engine against a strict server. */
export class Person {
	private constructor(
		readonly server: UserServer,
		readonly engine: Engine,
		readonly node: string,
	) {}

	static async start(): Promise<Person> {
		const engine = await createEngine();
		return new Person(
			await startUserServer(),
			engine,
			engine.register(new FileLibraryUser(), new FileLibraryTokenApi()),
		);
	}

	/** A credential as a person fills it in. Each is of a service of its own, so that tests share no tokens in the process. */
	credential(fields: Record<string, unknown> = {}): CredentialData {
		return {
			[TYPE]: {
				baseUrl: `${this.server.url}${'/'.repeat(++serial)}`,
				...CLIENT,
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
	): Promise<RunResult> {
		return await this.engine.run({ node: this.node, parameters: { ...parameters }, credentials, items });
	}
}
