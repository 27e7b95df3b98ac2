import type { INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { actionNodes } from '../../contract/actionNodes';
import { credentialsFor } from '../../support/credentials';
import { FakeServer, type Handler } from '../../support/fakeServer';
import type { CredentialData } from './credentialsHelper';
import type { Engine, RunResult, RunSetup } from './engine';
import { by } from './library';
import type { NodeSetup } from './engineTypes';
import { CLIENT, ENTERPRISE, PARTNER, StrictServer } from './strictServer';
import { PERSON } from './userAccount';
import { type ActionNode, nameOf, packageEngine } from './world';

/*
 * The nodes of a test file in n8n's real engine, and the service that they talk to: a server that knows the contract
 * only, or a handler, which answers as a test says. With the emulator as the service they are a `World`.
 *
 *   const strict = nodes({ service: 'strict' });                 // all nodes: strict.run('fileLibraryAdmin', …)
 *   const person = nodes({ service: 'strict', as: 'user' });     // who signs on, and whose tokens are checked
 *   const { run, server } = nodes({ service: () => ({ body: {} }), as: 'org' });
 */

/** Who calls a server that is not the emulator. */
const CALLERS = {
	library: CLIENT,
	enterprise: ENTERPRISE,
	partner: PARTNER,
	user: { account: PERSON.username, password: PERSON.password },
};

/** All action nodes of the package in one engine, each with a credential for one server. */
export class Nodes<S extends StrictServer | FakeServer = StrictServer> {
	engine!: Engine;

	constructor(readonly server: S) {}

	async start(): Promise<void> {
		this.engine = await packageEngine();
		await this.server.listen();
	}

	/** The node and its credential, for calls of the engine. */
	setupOf(node: string): Pick<NodeSetup, 'node' | 'credentials'> {
		const credentials = credentialsFor({ url: this.server.url, ...CALLERS });
		return { node: nameOf(node as ActionNode), credentials };
	}

	async run(
		node: string,
		parameters: Readonly<Record<string, unknown>>,
		items: INodeExecutionData[] = [{ json: {} }],
		nodeProps: Partial<INode> = {},
	): Promise<RunResult> {
		return await this.engine.run({ ...this.setupOf(node), parameters: { ...parameters }, items, nodeProps });
	}

	/** What a list of a locator shows. */
	async search(
		node: string,
		method: string,
		filter?: string,
		token?: string,
	): Promise<Array<{ name: string; value: unknown }>> {
		const more = { ...(filter === undefined ? {} : { filter }), ...(token === undefined ? {} : { token }) };
		const { results } = await this.engine.search({ ...this.setupOf(node), method, ...more });
		return results.map(({ name, value }) => ({ name, value }));
	}

	propertiesOf(node: string): INodeProperties[] {
		return actionNodes[node as ActionNode].description.properties;
	}
}

/** The File Library node with one server. */
class ServedLibrary<S extends StrictServer | FakeServer> {
	readonly name = nameOf('fileLibrary');
	private readonly all: Nodes<S>;

	constructor(readonly server: S) {
		this.all = new Nodes(server);
	}

	get engine(): Engine {
		return this.all.engine;
	}

	get credentials() {
		return this.all.setupOf('fileLibrary').credentials ?? {};
	}

	async start(): Promise<void> {
		await this.all.start();
	}

	run = async (
		parameters: Record<string, unknown>,
		items: INodeExecutionData[] = [{ json: {} }],
		more: Partial<RunSetup> = {},
	): Promise<RunResult> => await this.engine.run({ ...this.all.setupOf('fileLibrary'), parameters, items, ...more });
}

/* A person, whose tokens the strict server checks. */

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

/** The nodes of a test file, with hooks that start and end what they need. */
export function nodes(choice: { readonly service: 'strict'; readonly as: 'user' }): Person;
export function nodes(choice: { readonly service: 'strict' }): Nodes;
export function nodes(choice: { readonly service: 'strict'; readonly as: 'org' }): ServedLibrary<StrictServer>;
export function nodes(choice: { readonly service: Handler; readonly as: 'org' }): ServedLibrary<FakeServer>;
export function nodes(choice: { readonly service: Handler }): Nodes<FakeServer>;
export function nodes(choice: { readonly service: 'strict' | Handler; readonly as?: 'org' | 'user' }) {
	if (choice.service === 'strict') return strictOf(choice.as);
	const server = new FakeServer(choice.service);
	return started(choice.as === 'org' ? new ServedLibrary(server) : new Nodes(server));
}

function strictOf(as: 'org' | 'user' | undefined) {
	if (as === 'user') {
		const person = emptied(started(new Person()));
		afterEach(() => expect(person.server.problems()).toEqual([]));
		return person;
	}
	const server = new StrictServer();
	return emptied(started(as === 'org' ? new ServedLibrary(server) : new Nodes(server)));
}

/** Runs from before the first test of a file until after the last one. */
function started<T extends { readonly server: { close(): Promise<void> }; start(): Promise<void> }>(made: T): T {
	beforeAll(async () => await made.start());
	afterAll(async () => await made.server.close());
	return made;
}

/** Each test begins with a server that knows nothing. */
function emptied<T extends { readonly server: StrictServer }>(made: T): T {
	beforeEach(() => made.server.reset());
	return made;
}
