import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryOrgApi } from '../../../credentials/FileLibraryOrgApi.credentials';
import { FileLibraryPartnerApi } from '../../../credentials/FileLibraryPartnerApi.credentials';
import { FileLibraryTokenApi } from '../../../credentials/FileLibraryTokenApi.credentials';
import { FileLibrary } from '../../../nodes/FileLibrary/FileLibrary.node';
import { FileLibraryAdmin } from '../../../nodes/FileLibraryAdmin/FileLibraryAdmin.node';
import { FileLibraryPartner } from '../../../nodes/FileLibraryPartner/FileLibraryPartner.node';
import { FileLibraryUser } from '../../../nodes/FileLibraryUser/FileLibraryUser.node';
import { createEngine, type Engine, type RunResult } from './engine';
import { CLIENT, ENTERPRISE, PARTNER } from './strictServer';
import * as user from './userAccount';

const PERSON = { ...user.CLIENT, grantType: 'password', ...user.PERSON };

/** All action nodes of the package in one engine, each with a credential for the strict server or the user server. */
export interface Nodes {
	engine: Engine;
	run(node: string, parameters: Record<string, unknown>, items?: INodeExecutionData[]): Promise<RunResult>;
	search(
		node: string,
		method: string,
		filter?: string,
		token?: string,
	): Promise<Array<{ name: string; value: unknown }>>;
	propertiesOf(node: string): INodeProperties[];
}

export async function startNodes(baseUrl: string): Promise<Nodes> {
	const engine = await createEngine();
	const connection = { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	const all = [
		{ node: new FileLibrary(), type: new FileLibraryOrgApi(), identity: CLIENT },
		{ node: new FileLibraryAdmin(), type: new FileLibraryEnterpriseApi(), identity: ENTERPRISE },
		{ node: new FileLibraryPartner(), type: new FileLibraryPartnerApi(), identity: PARTNER },
		{ node: new FileLibraryUser(), type: new FileLibraryTokenApi(), identity: PERSON },
	].map(({ node, type, identity }) => ({
		node,
		name: engine.register(node, type),
		credentials: { [type.name]: { ...connection, ...identity } },
	}));
	const find = (name: string) => {
		const found = all.find(({ node }) => node.description.name === name);
		if (!found) throw new Error(`no node ${name}`);
		return found;
	};
	return {
		engine,
		run: async (node, parameters, items = [{ json: {} }]) => {
			const { name, credentials } = find(node);
			return await engine.run({
				node: name,
				parameters: { ...parameters },
				credentials: structuredClone(credentials),
				items,
			});
		},
		search: async (node, method, filter, token) => {
			const { name, credentials } = find(node);
			const more = { ...(filter === undefined ? {} : { filter }), ...(token === undefined ? {} : { token }) };
			return (
				await engine.search({ node: name, method, credentials: structuredClone(credentials), ...more })
			).results.map(({ name: label, value }) => ({ name: label, value }));
		},
		propertiesOf: (node) => find(node).node.description.properties,
	};
}
