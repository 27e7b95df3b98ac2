import { Container } from '@n8n/di';
import type { ICredentialType, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { shipped } from '../bench/engine';
import type { CredentialData } from '../engine/support/credentialsHelper';
import { createEngine, type Activation, type Engine, type RunResult } from '../engine/support/engine';
import { sha1Of } from './content';
import type { WorldAccess } from './messages';

/** The folders of the nodes, by the name in docs/operations.json. */
const FOLDERS: Readonly<Record<string, string>> = {
	fileLibrary: 'FileLibrary',
	fileLibraryUser: 'FileLibraryUser',
	fileLibraryAdmin: 'FileLibraryAdmin',
	fileLibraryPartner: 'FileLibraryPartner',
	fileLibraryTrigger: 'FileLibraryTrigger',
	fileLibraryActivityTrigger: 'FileLibraryActivityTrigger',
};
const CREDENTIALS: Readonly<Record<string, string>> = {
	fileLibraryUser: 'Token',
	fileLibraryAdmin: 'Enterprise',
	fileLibraryActivityTrigger: 'Enterprise',
	fileLibraryPartner: 'Partner',
};

/** What an execution may have beyond its parameters and items. */
interface RunOptions {
	readonly nodeProps?: Partial<INode>;
	/** Receives what stops the execution. */
	readonly onStart?: (running: { cancel(): void }) => void;
}

/** What a credential contains for a service; it keeps its token, as n8n keeps it in its database. */
function credentialsFor(name: string, access: WorldAccess): CredentialData {
	const { url, library, enterprise, partner, user } = access;
	const connection = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: false, allowHttpServers: true };
	const kind = CREDENTIALS[name] ?? 'Org';
	const person = { grantType: 'password', username: user.account, password: user.password };
	const own: Readonly<Record<string, Record<string, string>>> = {
		Org: { orgClientId: library.orgClientId, orgClientSecret: library.orgClientSecret },
		Enterprise: { ...enterprise },
		Partner: { ...partner },
		Token: { ...enterprise, ...person },
	};
	return { [`fileLibrary${kind}Api`]: { ...connection, ...own[kind] } };
}

/** The built nodes in n8n's engine, with credentials for all services. */
export class Nodes {
	private readonly names = new Map<string, string>();
	private readonly credentials = new Map<string, CredentialData>();

	private constructor(
		readonly engine: Engine,
		private readonly worlds: readonly WorldAccess[],
	) {
		for (const [name, folder] of Object.entries(FOLDERS)) {
			const node = shipped<INodeType>(`nodes/${folder}/${folder}.node.js`);
			const kind = CREDENTIALS[name] ?? 'Org';
			const types = [...new Set([kind, ...(name === 'fileLibrary' ? ['Enterprise'] : [])])].map((each) =>
				shipped<ICredentialType>(`credentials/FileLibrary${each}Api.credentials.js`),
			);
			this.names.set(name, engine.register(node, ...types));
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
		const key = `${name} ${world}`;
		const access = this.worlds[world];
		const node = this.names.get(name);
		if (!access || !node) throw new Error(`no node ${key}`);
		const credentials = this.credentials.get(key) ?? credentialsFor(name, access);
		this.credentials.set(key, credentials);
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
