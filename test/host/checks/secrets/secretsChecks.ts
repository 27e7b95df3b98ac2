import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { N8nServer } from '../../../../dev/n8n/n8nServer';
import { type TestKit, withOwnN8n } from '../../../../dev/n8n/preparedN8n';
import type { RestClient } from '../../../../dev/n8n/restClient';
import { report } from '../../../../dev/process/progress';
import { credentialsFor } from '../../../support/credentials';
import { FakeServer, type RecordedRequest } from '../../../support/fakeServer';
import { by } from '../../../support/nodeParameters';
import { drawsOf } from '../../../support/secrets/draws';
import { ENCODINGS, WHOLE_ENCODINGS } from '../../../support/secrets/encodings';
import { nastySecret } from '../../../support/secrets/nastySecrets';
import { givenAway } from '../../../support/secrets/revealed';
import type { Reply } from '../../../support/wire';
import { MANUAL_TRIGGER, workflowInARow, type WorkflowNode } from '../../n8n/workflow';
import type { Checks } from '../checks';
import { databaseTexts, logTexts } from './storedTexts';

/** A service that fails in another way each time, and says in all encodings what it knows. */
async function startRepeater(say: Say): Promise<FakeServer> {
	let count = 0;
	return await FakeServer.start((request) => answer(request, say, count++));
}

/** What it knows at a path, whole in the texts of an item: a piece of a secret may be part of the name of a file. */
type Say = (path: string, isItem: boolean) => string;

/** The last way but one is an item. */
const WAYS: ReadonlyArray<(said: string) => Reply> = [
	(said) => ({ status: 403, body: { error_code: 40310, error_msg: said } }),
	(said) => ({ status: 400, body: { error_code: said, error_msg: said, fullpath: said } }),
	(said) => ({ status: 200, body: JSON.stringify(said), headers: { 'content-type': 'application/json' } }),
	(said) => ({ status: 502, body: `<html><title>${said}</title>${said}`, headers: { 'content-type': 'text/html' } }),
	(said) => ({ status: 302, headers: { location: `/x/${encodeURIComponent(said)}?${encodeURIComponent(said)}` } }),
	(said) => ({ status: 200, body: `{"hash": ${JSON.stringify(said)}, "list": [` }),
	(said) => ({ status: 400, body: { error: said, error_description: said } }),
	(said) => ({ status: 200, body: { [said]: said, hash: said, fullpath: said, filename: said, list: [{ said }] } }),
	() => ({ fault: 'reset' }),
];

/** Tokens are handed out, so that what comes after them fails too. */
function answer({ path }: RecordedRequest, say: Say, count: number): Reply {
	if (path.endsWith('/token2') && count % 3 > 0)
		return { body: { access_token: `token-${'k'.repeat(4)}-${count}`, expires_in: 3600 } };
	const way = count % WAYS.length;
	return WAYS[way]?.(say(path, way === WAYS.length - 2)) ?? {};
}

const PACKAGE = 'n8n-nodes-file-library';
const file = by('path', 'Docs/a.txt');
/** How often each workflow runs: each time the service fails in another way and in another encoding. */
const TIMES = 7;

const SECRETS = ['library', 'enterprise', 'partner', 'password'];
/** The secrets that are known at the address of each credential. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
	fileLibraryOrgApi: ['library'],
	fileLibraryEnterpriseApi: ['enterprise'],
	fileLibraryPartnerApi: ['partner'],
	fileLibraryTokenApi: ['enterprise', 'password'],
};

/** What is tried, by the credential it uses. */
const TRIED: ReadonlyArray<readonly [type: string, node: string, parameters: Record<string, unknown>]> = [
	['fileLibraryOrgApi', 'fileLibrary', { resource: 'file', operation: 'get', file }],
	['fileLibraryOrgApi', 'fileLibrary', { resource: 'folder', operation: 'getMany', folder: by('path', 'Docs') }],
	['fileLibraryOrgApi', 'fileLibrary', { resource: 'file', operation: 'download', file }],
	[
		'fileLibraryEnterpriseApi',
		'fileLibrary',
		{ authentication: 'enterprise', library: by('id', '7'), resource: 'file', operation: 'get', file },
	],
	['fileLibraryEnterpriseApi', 'fileLibraryAdmin', { resource: 'role', operation: 'getMany' }],
	['fileLibraryPartnerApi', 'fileLibraryPartner', { resource: 'enterprise', operation: 'getMany' }],
	['fileLibraryTokenApi', 'fileLibraryUser', { resource: 'file', operation: 'get', library: by('id', '7'), file }],
];

/** Credentials with secrets that need every escape; each has an address of its own below that of the service. */
function credentialsBelow(url: string, secrets: ReadonlyMap<string, string>): Array<[type: string, data: object]> {
	const secret = (name: string): string => secrets.get(name) ?? '';
	const all = credentialsFor({
		url,
		library: { orgClientId: 'library-1', orgClientSecret: secret('library') },
		enterprise: { clientId: 'enterprise-1', clientSecret: secret('enterprise') },
		partner: { clientId: 'partner-1', clientSecret: secret('partner') },
		user: { account: 'ann@example.com', password: secret('password') },
	});
	return Object.entries(all).map(([type, data]) => [type, { ...data, baseUrl: `${url}/${type}` }]);
}

/** Workflows that fail while the service repeats secrets: n8n's database and its log at level debug have none. */
export async function checkSecrets(checks: Checks, kit: TestKit): Promise<void> {
	// The same secrets each time: chance belongs to `npm run fuzz`.
	const draw = drawsOf(20261122);
	const secrets = new Map(SECRETS.map((name) => [name, nastySecret(draw)]));
	const [all, whole] = [Object.entries(ENCODINGS), WHOLE_ENCODINGS];
	let said = 0;
	// Each credential has a service of its own, by the path: a node knows the secrets of no other credential.
	const service = await startRepeater((path, isItem) => {
		const encodings = isItem ? whole : all;
		const [, encode = String] = encodings[said++ % encodings.length] ?? [];
		return (KNOWN[path.split('/')[1] ?? ''] ?? []).map((name) => encode(secrets.get(name) ?? '')).join(' ');
	});
	const settings = { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console' };
	await withOwnN8n(kit, { name: 'secrets', settings }, async ({ prepared: { rest }, server, userFolder }) => {
		report('Secrets that a failing service repeats');
		const ids = new Map<string, string>();
		for (const [type, data] of credentialsBelow(service.url, secrets))
			ids.set(type, await rest.saveCredential(type, type, data));
		await checks.check(
			`${TRIED.length} nodes fail ${TIMES} times each`,
			async () => {
				const ended = await Promise.all(TRIED.map(async (tried, n) => await fail(rest, ids, tried, n)));
				assert.ok(ended.flat().filter((status) => status === 'error').length >= TRIED.length);
			},
			240_000,
		);
		await checkStored(checks, secrets, { server, folder: userFolder });
	}).finally(async () => await service.close());
}

/** Runs a workflow with one node several times; answers how each run ended. */
async function fail(
	rest: RestClient,
	ids: ReadonlyMap<string, string>,
	[type, node, parameters]: (typeof TRIED)[number],
	n: number,
): Promise<string[]> {
	const tried: WorkflowNode & { readonly onError?: string } = {
		name: 'Tried',
		type: `${PACKAGE}.${node}`,
		parameters,
		credentials: { [type]: ids.get(type) },
		...(n % 2 === 1 ? { onError: 'continueRegularOutput' } : {}),
	};
	const id = await rest.saveWorkflow(workflowInARow(`Secrets ${n}`, [MANUAL_TRIGGER, tried]));
	const statuses: string[] = [];
	for (let turn = 0; turn < TIMES; turn++)
		statuses.push((await rest.execute(id, MANUAL_TRIGGER.name, 60_000)).status);
	return statuses;
}

async function checkStored(
	checks: Checks,
	secrets: ReadonlyMap<string, string>,
	{ server, folder }: { readonly server: N8nServer; readonly folder: string },
): Promise<void> {
	const foundIn = (texts: ReadonlyArray<readonly [string, string]>, known = secrets): string[] =>
		texts.flatMap(([place, text]) => givenAway(text, known).map((found) => `${place}: ${found} in ${text}`));
	// A password that a person chose may stand in an item of a good answer, because a file may be called like it.
	const made = new Map([...secrets].filter(([name]) => name !== 'password'));
	await checks.check("n8n's database contains no secret outside of its credentials", async () => {
		const texts = databaseTexts(join(folder, '.n8n', 'database.sqlite'));
		assert.ok(texts.some(([place]) => place === 'execution_data.data'));
		assert.deepEqual(foundIn(texts, made), []);
	});
	await checks.check("n8n's log at level debug contains no secret", async () => {
		assert.deepEqual(foundIn(logTexts(server.child.logFile)), []);
	});
}
