import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { report } from '../../../../dev/process/progress';
import type { Checks } from '../checks';
import type { Cluster } from '../queue/cluster';
import { type Assistant, connect } from './assistant';
import { names, OTHER, OTHERS_LIBRARIES, publishSample, rawCall, signedIn } from './mcpChecks';
import { invite, N8nUser } from './n8nUser';

/** How many calls both assistants make at the same moment. */
const CALLS = 20;

/** The sample in queue mode: the webhook process takes the calls, and the workers carry them out. */
export async function checkMcpOnWorkers(checks: Checks, prepared: PreparedN8n, cluster: Cluster): Promise<void> {
	const url = await publishSample(prepared);
	const people = await checks.check('two people connect their assistants to the webhook process', async () => {
		const owner = await new N8nUser(prepared.base, prepared.login.email).signIn(prepared.login);
		const other = await invite(prepared.base, owner, OTHER);
		return { owner, ours: await connect(url, owner), theirs: await connect(url, other) };
	});
	if (!people) return;
	const { owner, ours, theirs } = people;
	await checks.check(`${CALLS} calls of both at the same moment: workers give each person their own`, async () => {
		await checkAtOnce(ours, theirs);
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

async function checkAtOnce(ours: Assistant, theirs: Assistant): Promise<void> {
	const mine = names(await ours.call('My_libraries'));
	assert.ok(mine.includes('Sales') && !mine.includes('Research'), String(mine));
	const answers = await Promise.all(
		Array.from({ length: CALLS }, async (_, at) => names(await (at % 2 ? ours : theirs).call('My_libraries'))),
	);
	assert.deepEqual(
		answers,
		Array.from({ length: CALLS }, (_, at) => (at % 2 ? mine : OTHERS_LIBRARIES)),
	);
}
