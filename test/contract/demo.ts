import type { ICredentialType, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryOrgApi } from '../../credentials/FileLibraryOrgApi.credentials';
import { FileLibraryPartnerApi } from '../../credentials/FileLibraryPartnerApi.credentials';
import { FileLibraryTokenApi } from '../../credentials/FileLibraryTokenApi.credentials';
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator';
import { createEngine, type Engine, type RunResult } from '../engine/support/engine';
import { actionNodes } from './actionNodes';
import type { OperationEntry } from './reference';
import { afterLink, closingLink } from './readingExamples';

type Identity = Readonly<Record<string, string>>;
const orgIdentity = ({ library: { orgClientId, orgClientSecret } }: Emulator): Identity => ({
	orgClientId,
	orgClientSecret,
});
/** The node, credential and secret of each node whose examples run here. */
const NODES: Readonly<
	Record<string, { node: INodeType; type: ICredentialType; identity: (emulator: Emulator) => Identity }>
> = {
	fileLibrary: { node: actionNodes.fileLibrary, type: new FileLibraryOrgApi(), identity: orgIdentity },
	fileLibraryAdmin: {
		node: actionNodes.fileLibraryAdmin,
		type: new FileLibraryEnterpriseApi(),
		identity: ({ enterprise }) => ({ ...enterprise }),
	},
	fileLibraryPartner: {
		node: actionNodes.fileLibraryPartner,
		type: new FileLibraryPartnerApi(),
		identity: ({ partner }) => ({ ...partner }),
	},
	fileLibraryUser: {
		node: actionNodes.fileLibraryUser,
		type: new FileLibraryTokenApi(),
		identity: ({ enterprise, user }) => ({
			...enterprise,
			grantType: 'password',
			username: user.account,
			password: user.password,
		}),
	},
};
/** Whether the examples of this entry run here. */
export const runsHere = ({ node }: OperationEntry): boolean => node in NODES;

/** Calls `use` with an emulator as a person finds it who starts it, and ends it. */
export async function withDemo<T>(
	use: (emulator: Emulator) => Promise<T>,
	options: Partial<EmulatorOptions> = {},
): Promise<T> {
	const emulator = await startEmulator({ seedDemo: true, ...options });
	try {
		return await use(emulator);
	} finally {
		await emulator.close();
	}
}

/** What replaces the parameters and the input of an example. */
export interface Given {
	readonly parameters?: Readonly<Record<string, unknown>>;
	readonly items?: readonly INodeExecutionData[];
	readonly nodeProps?: Partial<INode>;
	/** The node whose credential is used; that of the entry unless another is named. */
	readonly credentialOf?: string;
}

/** The input of an example, with a binary field where its operation uploads one. */
const inputOf = async (engine: Engine, entry: OperationEntry, items: readonly INodeExecutionData[]) =>
	entry.covers.includes('uploadPart')
		? await Promise.all(
				items.map(
					async ({ json }) =>
						await engine.binaryItem(Buffer.from('example'), { fileName: 'example.bin', json }),
				),
			)
		: [...items];

/** One engine with all nodes; `run` takes the parameters of an entry to an emulator, with the right credential. */
export async function startExamples(): Promise<{
	engine: Engine;
	run: (entry: OperationEntry, emulator: Emulator, given?: Given) => Promise<RunResult>;
}> {
	const engine = await createEngine();
	const names = Object.fromEntries(
		Object.entries(NODES).map(([name, { node, type }]) => [name, engine.register(node, type)]),
	);
	return {
		engine,
		run: async (entry, emulator, given = {}) => {
			const { parameters = entry.example, items = [{ json: {} }], nodeProps = {} } = given;
			const chosen = NODES[given.credentialOf ?? entry.node];
			if (!chosen) throw new Error(`no node ${entry.node}`);
			const data = {
				baseUrl: emulator.url,
				vendorPrefix: 'svc',
				allowUnauthorizedCerts: false,
				...chosen.identity(emulator),
			};
			const [node = '', credentials] = [names[entry.node], { [chosen.type.name]: data }];
			if (entry.id === 'libraryReadingWait')
				return await afterLink(engine, { node, credentials, parameters: { ...parameters } }, items);
			if (entry.id === 'libraryReadingClose')
				return await closingLink(engine, { node, credentials, parameters: { ...parameters } }, { items });
			return await engine.run({
				node,
				parameters: { ...parameters },
				credentials,
				items: await inputOf(engine, entry, items),
				nodeProps,
			});
		},
	};
}
