import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import type { Checks } from '../checks';
import type { Cluster } from '../queue/cluster';
import { checkAtOnce, OTHER, publishSample, rawCall, signedIn, twoCallers } from './mcpChecks';

/** How many calls both assistants make at the same moment. */
const CALLS = 20;

/** The sample in queue mode: the webhook process takes the calls, and the workers carry them out. */
export async function checkMcpOnWorkers(checks: Checks, prepared: PreparedN8n, cluster: Cluster): Promise<void> {
	const url = await publishSample(prepared);
	const callers = await checks.check(
		'two people connect their assistants to the webhook process',
		async () => await twoCallers(prepared, url),
	);
	if (!callers) return;
	const { owner, ours, theirs } = callers;
	await checks.check(`${CALLS} calls of both at the same moment: workers give each person their own`, async () => {
		await checkAtOnce(callers, CALLS);
		const parts = cluster.workers.map((worker) => worker.executions().length);
		report(`    executions of the workers: ${parts.join(' and ')}`);
		assert.ok(
			parts.every((part) => part > 0),
			'a worker had nothing to do',
		);
		// Each worker keeps tokens of its own, by account.
		const accounts = signedIn(prepared);
		assert.deepEqual([...new Set(accounts)].sort(), [OTHER, owner.email].sort());
		assert.ok(accounts.length <= 2 * parts.length, String(accounts));
	});
	await checks.check('without a token, or with a cut one, the webhook process refuses', async () => {
		const since = prepared.emulator.requests.length;
		for (const token of ['', theirs.token.slice(0, -2)])
			assert.match(await rawCall(url, { ...theirs, token }, {}), /^401 /);
		assert.equal(prepared.emulator.requests.length, since);
	});
	await Promise.all([ours.close(), theirs.close()]);
}
