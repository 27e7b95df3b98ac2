import type { INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { actionNodes } from '../../contract/actionNodes';
import { credentialsFor } from '../../support/credentials';
import { FakeServer, type Handler } from '../../support/fakeServer';
import type { Engine, RunResult, RunSetup } from './engine';
import type { NodeSetup } from './engineTypes';
import { CLIENT, ENTERPRISE, PARTNER, PERSON, StrictServer } from './strictServer';
import { type ActionNode, nameOf, packageEngine } from './world';

/*
 * The nodes of a test file in n8n's real engine, and the service that they talk to: a server that knows the contract
 * only, or a handler, which answers as a test says. With the emulator as the service they are a `World`.
 *
 *   const strict = nodes({ service: 'strict' });                 // all nodes: strict.run('fileLibraryAdmin', …)
 *   const { run, server } = nodes({ service: () => ({ body: {} }), as: 'org' });
 */

/** Who calls a server that is not the emulator. */
const CALLERS = { library: CLIENT, enterprise: ENTERPRISE, partner: PARTNER, user: PERSON };

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

/** The nodes of a test file, with hooks that start and end what they need. */
export function nodes(choice: { readonly service: 'strict' }): Nodes;
export function nodes(choice: { readonly service: 'strict'; readonly as: 'org' }): ServedLibrary<StrictServer>;
export function nodes(choice: { readonly service: Handler; readonly as: 'org' }): ServedLibrary<FakeServer>;
export function nodes(choice: { readonly service: Handler }): Nodes<FakeServer>;
export function nodes({ service, as }: { readonly service: 'strict' | Handler; readonly as?: 'org' }) {
	const server = service === 'strict' ? new StrictServer() : new FakeServer(service);
	const made = started(as === 'org' ? new ServedLibrary(server) : new Nodes(server));
	// Each test begins with a server that knows nothing.
	if (server instanceof StrictServer) beforeEach(() => server.reset());
	return made;
}

/** Runs from before the first test of a file until after the last one. */
function started<T extends { readonly server: { close(): Promise<void> }; start(): Promise<void> }>(made: T): T {
	beforeAll(async () => await made.start());
	afterAll(async () => await made.server.close());
	return made;
}
