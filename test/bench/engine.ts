import { join } from 'node:path';
import type { ICredentialType, INodeExecutionData, INodeType } from 'n8n-workflow';
import { createEngine, type BinaryMode, type Engine, type RunSetup } from '../engine/support/engine';

/** Who works: a library authorization or a person's token. */
export type Who = 'library' | 'user';

/** The nodes of the package in n8n's engine, talking to one server. */
export interface Bench {
	readonly engine: Engine;
	/** Items that come out. Throws when the node failed. */
	run(who: Who, parameters: Record<string, unknown>, items: INodeExecutionData[]): Promise<INodeExecutionData[]>;
	/** The same for any node, without credentials. */
	runNode(node: INodeType, items: INodeExecutionData[]): Promise<INodeExecutionData[]>;
}

const by = (mode: string, value: string): Record<string, unknown> => ({ __rl: true, mode, value });
/** A path on the server of the benchmark. */
export const at = (path: string): Record<string, unknown> => by('path', path);

/** A class of the built package: what is measured is what is shipped. */
function shipped<T>(file: string): T {
	const exported = module.require(join(__dirname, '..', '..', 'dist', file)) as Record<string, new () => T>;
	const [Class] = Object.values(exported);
	if (!Class) throw new Error(`dist/${file} exports nothing`);
	return new Class();
}

export async function startBench(url: string, binaryMode: BinaryMode = 'filesystem'): Promise<Bench> {
	const engine = await createEngine({ binaryMode });
	const org = shipped<ICredentialType>('credentials/FileLibraryOrgApi.credentials.js');
	const token = shipped<ICredentialType>('credentials/FileLibraryTokenApi.credentials.js');
	const connection = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: true };
	const setups = {
		library: {
			node: engine.register(shipped<INodeType>('nodes/FileLibrary/FileLibrary.node.js'), org),
			credentials: { [org.name]: { ...connection, orgClientId: 'client', orgClientSecret: 'secret' } },
		},
		user: {
			node: engine.register(shipped<INodeType>('nodes/FileLibraryUser/FileLibraryUser.node.js'), token),
			credentials: {
				[token.name]: {
					...connection,
					clientId: 'client',
					clientSecret: 'secret',
					grantType: 'password',
					username: 'ada',
					password: 'pass word',
					accessToken: 'token',
					expiry: '9999999999999',
				},
			},
		},
	};
	const done = async (setup: RunSetup): Promise<INodeExecutionData[]> => {
		const { items, error } = await engine.run(setup);
		if (error) throw error;
		return items;
	};
	return {
		engine,
		run: async (who, parameters, items) =>
			await done({
				...setups[who],
				parameters: who === 'user' ? { library: by('id', '1'), ...parameters } : parameters,
				items,
			}),
		runNode: async (node, items) => await done({ node: engine.register(node), items }),
	};
}
