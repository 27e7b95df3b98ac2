import type { INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryOrgApi } from '../../../credentials/FileLibraryOrgApi.credentials';
import { FileLibraryPartnerApi } from '../../../credentials/FileLibraryPartnerApi.credentials';
import { FileLibraryTokenApi } from '../../../credentials/FileLibraryTokenApi.credentials';
import { actionNodes } from '../../contract/actionNodes';
import { createEngine, type Engine, type RunResult } from './engine';
import type { NodeSetup } from './engineTypes';
import { CLIENT, ENTERPRISE, PARTNER } from './strictServer';
import { PERSON as SIGN_IN } from './userAccount';

const PERSON = { ...ENTERPRISE, grantType: 'password', ...SIGN_IN };

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

/** The nodes in an engine, each with its name there and its credentials. */
function registered(engine: Engine, baseUrl: string) {
	const connection = { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	return [
		{ node: actionNodes.fileLibrary, type: new FileLibraryOrgApi(), identity: CLIENT },
		{ node: actionNodes.fileLibraryAdmin, type: new FileLibraryEnterpriseApi(), identity: ENTERPRISE },
		{ node: actionNodes.fileLibraryPartner, type: new FileLibraryPartnerApi(), identity: PARTNER },
		{ node: actionNodes.fileLibraryUser, type: new FileLibraryTokenApi(), identity: PERSON },
	].map(({ node, type, identity }) => ({
		node,
		name: engine.register(node, type),
		// File Library works with the credential of an enterprise, too.
		credentials: {
			fileLibraryEnterpriseApi: { ...connection, ...ENTERPRISE },
			[type.name]: { ...connection, ...identity },
		},
	}));
}

export async function startNodes(baseUrl: string): Promise<Nodes> {
	const engine = await createEngine();
	const all = registered(engine, baseUrl);
	const find = (name: string) => {
		const found = all.find(({ node }) => node.description.name === name);
		if (!found) throw new Error(`no node ${name}`);
		return found;
	};
	const setupOf = (name: string) => {
		const { name: node, credentials } = find(name);
		return { node, credentials: structuredClone(credentials) };
	};
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
		propertiesOf: (node) => find(node).node.description.properties,
	};
}
