import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ICredentialType, INodeExecutionData, INodeType } from 'n8n-workflow';
import { cachedN8n } from '../../dev/n8n/n8nCache';
import { DEFAULT_N8N } from '../../dev/n8n/n8nVersions';
import { createEngine, type BinaryMode } from '../engine/support/engine';

/* n8n's own nodes, out of an installed n8n, in the same engine as ours. */

/** One of n8n's nodes. */
export type N8nNode = 'nextcloud' | 's3';

interface Described {
	readonly node: string;
	readonly credential: string;
	readonly data: (url: string) => Record<string, string | boolean>;
}

const NODES: Readonly<Record<N8nNode, Described>> = {
	nextcloud: {
		node: 'NextCloud/NextCloud',
		credential: 'NextCloudApi',
		data: (webDavUrl) => ({ webDavUrl, user: 'ada', password: 'pass word' }),
	},
	s3: {
		node: 'S3/S3',
		credential: 'S3',
		data: (endpoint) => ({
			endpoint,
			region: 'us-east-1',
			forcePathStyle: true,
			accessKeyId: 'client',
			secretAccessKey: 'secret',
		}),
	},
};

/** Why n8n's nodes cannot be compared, in words; undefined when they can. */
export function missingN8n(): string | undefined {
	if (cachedN8n(DEFAULT_N8N)) return undefined;
	return `n8n ${DEFAULT_N8N.version} is not installed, so its nodes are not compared; npm start installs it`;
}

/** Starts n8n's engine with one of n8n's own nodes, connected to one server. */
export async function startN8nNode(kind: N8nNode, url: string, binaryMode: BinaryMode) {
	const folder = cachedN8n(DEFAULT_N8N)?.folder ?? '';
	const installed = createRequire(join(folder, 'package.json'));
	const made = <T>(file: string): T => {
		const Class = Object.values(installed(`n8n-nodes-base/dist/${file}`) as Record<string, new () => T>)[0];
		if (!Class) throw new Error(`n8n-nodes-base has no ${file}`);
		return new Class();
	};
	const { node: file, credential, data } = NODES[kind];
	const engine = await createEngine({ binaryMode });
	const type = made<ICredentialType>(`credentials/${credential}.credentials.js`);
	const node = engine.register(made<INodeType>(`nodes/${file}.node.js`), type);
	const credentials = { [type.name]: data(url) };
	return {
		engine,
		/** Returns the items of the node. Throws when the node fails. */
		run: async (
			parameters: Record<string, unknown>,
			items: INodeExecutionData[],
		): Promise<INodeExecutionData[]> => {
			const found = await engine.run({ node, credentials, parameters, items });
			if (found.error) throw found.error;
			return found.items;
		},
	};
}
