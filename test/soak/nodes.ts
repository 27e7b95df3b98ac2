import { Container } from '@n8n/di';
import type { ICredentialType, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { shipped } from '../bench/engine';
import type { CredentialData } from '../engine/support/credentialsHelper';
import { createEngine, type Activation, type Engine, type RunResult } from '../engine/support/engine';
import { credentialsFor } from '../support/credentials';
import { sha1Of } from './content';
import type { WorldAccess } from './messages';

/** The classes of the nodes; their names in docs/operations.json begin with a small letter. */
const NODES = [
	...['FileLibrary', 'FileLibraryUser', 'FileLibraryAdmin', 'FileLibraryPartner'],
	...['FileLibraryTrigger', 'FileLibraryActivityTrigger'],
];
const CREDENTIALS = ['Org', 'Enterprise', 'Partner', 'Token'];

/** What an execution may have beyond its parameters and items. */
interface RunOptions {
	readonly nodeProps?: Partial<INode>;
	/** Receives what stops the execution. */
	readonly onStart?: (running: { cancel(): void }) => void;
}

/** The credentials for a service; they keep their token, as n8n keeps it in its database. */
function credentialsOf(access: WorldAccess): CredentialData {
	const all = Object.entries(credentialsFor(access));
	return Object.fromEntries(all.map(([type, data]) => [type, { ...data, allowHttpServers: true }]));
}

/** The built nodes in n8n's engine, with credentials for all services. */
export class Nodes {
	private readonly names = new Map<string, string>();
	private readonly credentials: readonly CredentialData[];

	private constructor(
		readonly engine: Engine,
		worlds: readonly WorldAccess[],
	) {
		this.credentials = worlds.map(credentialsOf);
		const types = CREDENTIALS.map((each) =>
			shipped<ICredentialType>(`credentials/FileLibrary${each}Api.credentials.js`),
		);
		for (const name of NODES) {
			const node = shipped<INodeType>(`nodes/${name}/${name}.node.js`);
			this.names.set(node.description.name, engine.register(node, ...types));
		}
	}

	static async start(worlds: readonly WorldAccess[]): Promise<Nodes> {
		return new Nodes(await createEngine({ binaryMode: 'filesystem' }), worlds);
	}

	/** Executes a node. A failed execution is a result too. */
	async run(
		name: string,
		world: number,
		parameters: Record<string, unknown>,
		items: INodeExecutionData[],
		more: RunOptions = {},
	): Promise<RunResult> {
		return await this.engine.run({ ...this.setup(name, world), parameters, items, ...more });
	}

	/** Activates a trigger with the static data that an earlier activation left. */
	activate(
		name: string,
		world: number,
		parameters: Record<string, unknown>,
		staticData: ReturnType<Activation['staticData']>,
	): Activation {
		return this.engine.activate({ ...this.setup(name, world), parameters, staticData, id: `trigger-${name}` });
	}

	private setup(name: string, world: number): { node: string; credentials: CredentialData } {
		const [node, credentials] = [this.names.get(name), this.credentials[world]];
		if (!node || !credentials) throw new Error(`no node ${name} ${world}`);
		return { node, credentials };
	}
}

/** The SHA1 and the size of a binary field, read in constant memory where n8n keeps it in a file. */
export async function sha1OfBinary(item: INodeExecutionData): Promise<string> {
	const data = item.binary?.data;
	if (!data) return 'no binary data';
	const { BinaryDataService } = await import('n8n-core');
	if (data.id) return await sha1Of(await Container.get(BinaryDataService).getAsStream(data.id));
	return await sha1Of((await import('node:stream')).Readable.from([Buffer.from(data.data, 'base64')]));
}
