import type { INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { actionNodes } from '../../contract/actionNodes';
import { credentialsFor } from '../../support/credentials';
import type { Engine, RunResult } from './engine';
import type { NodeSetup } from './engineTypes';
import { CLIENT, ENTERPRISE, PARTNER } from './strictServer';
import { PERSON } from './userAccount';
import { type ActionNode, nameOf, packageEngine } from './world';

/** Who calls the strict server. */
const CALLERS = {
	...{ library: CLIENT, enterprise: ENTERPRISE, partner: PARTNER },
	user: { account: PERSON.username, password: PERSON.password },
};

/** All action nodes of the package in one engine, each with a credential for the strict server. */
export interface Nodes {
	engine: Engine;
	run(
		node: string,
		parameters: Record<string, unknown>,
		items?: INodeExecutionData[],
		nodeProps?: Partial<INode>,
	): Promise<RunResult>;
	search(
		node: string,
		method: string,
		filter?: string,
		token?: string,
	): Promise<Array<{ name: string; value: unknown }>>;
	propertiesOf(node: string): INodeProperties[];
	/** The node and its credential, for calls of the engine. */
	setupOf(node: string): Pick<NodeSetup, 'node' | 'credentials'>;
}

export async function startNodes(baseUrl: string): Promise<Nodes> {
	const engine = await packageEngine();
	const setupOf = (node: string) => ({
		node: nameOf(node as ActionNode),
		credentials: credentialsFor({ url: baseUrl, ...CALLERS }),
	});
	return {
		engine,
		run: async (node, parameters, items = [{ json: {} }], nodeProps = {}) =>
			await engine.run({ ...setupOf(node), parameters: { ...parameters }, items, nodeProps }),
		search: async (node, method, filter, token) => {
			const more = { ...(filter === undefined ? {} : { filter }), ...(token === undefined ? {} : { token }) };
			const { results } = await engine.search({ ...setupOf(node), method, ...more });
			return results.map(({ name, value }) => ({ name, value }));
		},
		setupOf,
		propertiesOf: (node) => actionNodes[node as ActionNode].description.properties,
	};
}
