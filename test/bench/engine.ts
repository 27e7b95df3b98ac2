import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ICredentialType, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { createEngine, type BinaryMode, type Engine, type RunSetup } from '../engine/support/engine';

/** Which node runs, and so which credential: the one of a library, of a user or of an enterprise. */
export type NodeKind = 'library' | 'user' | 'admin';

/** The nodes of the package in n8n's engine, connected to one server. */
export interface Bench {
	readonly engine: Engine;
	/** Returns the items of the node, for one empty item unless it gets others. Throws when the node fails. */
	run(
		kind: NodeKind,
		parameters: Record<string, unknown>,
		items?: INodeExecutionData[],
	): Promise<INodeExecutionData[]>;
	/** Runs any node, without credentials; returns its items and throws like `run`. */
	runNode(node: INodeType, items: INodeExecutionData[]): Promise<INodeExecutionData[]>;
}

const locator = (mode: string, value: string): Record<string, unknown> => ({ __rl: true, mode, value });

/** A resource locator with a path. */
export const byPath = (path: string): Record<string, unknown> => locator('path', path);

/** Where the build of the edition is; `npm run pack:lean` leaves that of the lean one in the cache. */
const DIST = process.env.EDITION === 'lean' ? ['.cache', 'lean', 'dist'] : ['dist'];
const loadShipped = createRequire(join(__dirname, '..', '..', ...DIST, 'index.js'));

/** A class of the built package: what is measured is what is shipped. */
function shipped<T>(file: string): T {
	const [Class] = Object.values(loadShipped(`./${file}`) as Record<string, new () => T>);
	if (!Class) throw new Error(`${DIST.join('/')}/${file} exports nothing`);
	return new Class();
}

/** Adds a built node to an engine, with its credential type; returns the names of both. */
export function register(engine: Engine, node: string, credential: string) {
	const type = shipped<ICredentialType>(`credentials/FileLibrary${credential}Api.credentials.js`);
	return { node: engine.register(shipped<INodeType>(`nodes/${node}/${node}.node.js`), type), type: type.name };
}

/** The token does not expire during a benchmark, so the sign-in is not measured. */
const TOKEN = {
	clientId: 'client',
	clientSecret: 'secret',
	grantType: 'password',
	username: 'ada',
	password: 'pass word',
	accessToken: 'token',
	expiry: '9999999999999',
};

function setupsOf(engine: Engine, url: string): Readonly<Record<NodeKind, RunSetup>> {
	const connection = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	const setup = (node: string, credential: string, data: Record<string, string>): RunSetup => {
		const { type, ...registered } = register(engine, node, credential);
		return { ...registered, credentials: { [type]: { ...connection, ...data } } };
	};
	return {
		library: setup('FileLibrary', 'Org', { orgClientId: 'client', orgClientSecret: 'secret' }),
		user: setup('FileLibraryUser', 'Token', TOKEN),
		admin: setup('FileLibraryAdmin', 'Enterprise', { clientId: 'client', clientSecret: 'secret' }),
	};
}

/** Starts n8n's engine with the built package; it must be there. */
export async function startBench(url: string, binaryMode: BinaryMode = 'filesystem'): Promise<Bench> {
	const engine = await createEngine({ binaryMode });
	const setups = setupsOf(engine, url);
	const itemsOf = async (setup: RunSetup): Promise<INodeExecutionData[]> => {
		const { items, error } = await engine.run(setup);
		if (error) throw error;
		return items;
	};
	return {
		engine,
		run: async (kind, parameters, items = [{ json: {} }]) =>
			await itemsOf({
				...setups[kind],
				parameters: kind === 'user' ? { library: locator('id', '1'), ...parameters } : parameters,
				items,
			}),
		runNode: async (node, items) => await itemsOf({ node: engine.register(node), items }),
	};
}

/** A node that consists of one function; it calls n8n's own helpers, for comparison. */
export function helperNode(run: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>): INodeType {
	return {
		description: {
			displayName: 'Helper',
			name: 'helper',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			return [await run(this)];
		},
	};
}
