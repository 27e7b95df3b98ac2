import assert from 'node:assert/strict';
import { isFinished } from '../../../../dev/n8n/executions';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import { demoEnterprise, demoUser, type Emulator } from '../../../emulator';
import type { Checks } from '../checks';
import type { Cluster } from './cluster';
import { WebhookRuns } from './webhookRuns';

const PARALLEL = 20;
const TYPE = 'fileLibraryTokenApi';
/** Makes the workers ask for tokens at the same time. */
const LATENCY_MS = 400;
const ENDED_MS = 120_000;

/** Executions on two workers that share one credential, whose refresh token is good once. */
export async function checkTokens(checks: Checks, prepared: PreparedN8n, cluster: Cluster): Promise<void> {
	const runs = await checks.check(
		'a workflow with a refresh token is published',
		async () => await publish(prepared),
	);
	if (!runs) return;
	const rounds: ReadonlyArray<readonly [string, () => void]> = [
		['with a refresh token that was just filled in', () => undefined],
		['after the access token has expired', () => prepared.emulator.expireTokens('expired')],
		['after the service forgot the access token', () => prepared.emulator.expireTokens('unknown')],
	];
	for (const [index, [title, before]] of rounds.entries()) {
		await checks.check(
			`${PARALLEL} executions at once on two workers, ${title}: all succeed`,
			async () => {
				before();
				await runAtOnce(runs, prepared.emulator, cluster, (index + 1) * PARALLEL);
			},
			ENDED_MS + 30_000,
		);
	}
}

async function publish(prepared: PreparedN8n): Promise<WebhookRuns> {
	const { rest, emulator } = prepared;
	const id = await rest.saveCredential('Refresh token that is good once', TYPE, {
		baseUrl: emulator.url,
		vendorPrefix: 'svc',
		allowUnauthorizedCerts: false,
		...demoEnterprise,
		grantType: 'refreshToken',
		refreshToken: newRefreshToken(emulator),
	});
	const list = {
		name: 'My libraries',
		type: 'n8n-nodes-file-library.fileLibraryUser',
		parameters: { resource: 'library', operation: 'getMany', returnAll: true },
		credentials: { [TYPE]: id },
	};
	return await WebhookRuns.publish(prepared, 'My libraries', [list]);
}

function newRefreshToken({ world }: Emulator): string {
	const client = world.clients.get(demoEnterprise.clientId);
	if (client?.kind !== 'enterprise') throw new Error('the demo enterprise has no client');
	const { id } = client.enterprise.directory.findMember('account', demoUser.account) ?? { id: 0 };
	return world.tokens.issue(client, id, world.now()).refreshToken;
}

/** The requests to the token endpoint so far. */
const tokenRequests = ({ requests }: Emulator) => requests.filter(({ path }) => path.endsWith('/token2'));

async function runAtOnce(runs: WebhookRuns, emulator: Emulator, { workers }: Cluster, total: number): Promise<void> {
	const before = tokenRequests(emulator).length;
	emulator.faults.latencyMs = LATENCY_MS;
	try {
		await runs.start(PARALLEL);
		await runs.ended(total, ENDED_MS);
	} finally {
		emulator.faults.latencyMs = 0;
	}
	const latest = (await runs.all()).slice(-PARALLEL);
	assert.equal(latest.filter(isFinished).length, PARALLEL);
	const asked = tokenRequests(emulator).slice(before);
	const granted = asked.filter(({ status }) => status === 200);
	const ids = new Set(latest.map(({ id }) => id));
	const parts = workers.map((worker) => worker.executions().filter((id) => ids.has(id)).length);
	report(`    ${parts.join(' + ')} executions; ${granted.length} of ${asked.length} token requests granted`);
	const failed = latest.filter(({ status }) => status !== 'success');
	const errors = await Promise.all(failed.map(async ({ id }) => (await runs.read(id)).error));
	assert.deepEqual(errors, []);
	assert.ok(
		parts.filter((part) => part > 0).length >= 2,
		'both workers must have had some of them: nothing was proven',
	);
	assert.equal(new Set(asked.map(({ params }) => params.refresh_token)).size, granted.length, 'one chain of tokens');
}
