import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { Checks } from '../checks';
import { READING } from './readingPageObject';
import { REPLY, visitReading, type Visit } from './readingVisits';

const data = { ask: 'approve' } as const;
/** n8n's own answer for an execution that is over. */
const FINISHED = { status: 409, body: { code: 0, message: 'The execution "1 has finished already.' } };
const REFUSED = { status: 400, body: { message: 'This is not what the page asks for.' } };
const RUNNING = { status: 409, body: { code: 0, message: 'The execution "1" is running already.' } };

/** Connections that are lost, and answers that come too late: the page says no more than it knows. */
export async function checkLostAnswers(checks: Checks, browser: Browser): Promise<void> {
	await checks.check('without an answer nothing is said to be recorded, and the decision is sent again', async () => {
		const replies = [REPLY.cut, { status: 502 }, REPLY.accepted];
		await visitReading(browser, { data, replies }, tryAgain);
	});
	await checks.check('while the workflow is busy with another answer, the page waits for its turn', async () => {
		await visitReading(browser, { data, replies: [RUNNING, REPLY.accepted] }, async ({ server, reader }) => {
			await reader.approve();
			await reader.waitForQuestion(READING.approved);
			assert.equal(server.of('decision').length, 2);
		});
	});
	await checks.check('an answer that may have arrived is neither claimed nor denied', async () => {
		await visitReading(browser, { data, replies: [REPLY.cut, REPLY.answered] }, async ({ reader }) => {
			await reader.approve();
			await reader.state.getByText(READING.pending).waitFor();
			await reader.button('Try again now').click();
			await reader.waitForQuestion(READING.uncertain);
		});
	});
	await checkLateAnswers(checks, browser);
}

async function checkLateAnswers(checks: Checks, browser: Browser): Promise<void> {
	await checks.check('an answer that is too late is not said to be recorded', async () => {
		for (const late of ['answered', 'over'] as const)
			await visitReading(browser, { data, replies: [REPLY[late]] }, async ({ reader }) => {
				await reader.approve('Too late');
				await reader.waitForQuestion(READING[late]);
				await reader.page.getByText(READING.notRecorded, { exact: true }).waitFor();
				assert.equal(await reader.page.getByText('Your comment').isVisible(), false);
			});
	});
	await checks.check('an execution that has ended closes the page', async () => {
		await visitReading(browser, { data, replies: [FINISHED] }, async ({ reader }) => {
			await reader.approve();
			await reader.waitForQuestion(READING.over);
			await reader.page.getByText(READING.notRecorded, { exact: true }).waitFor();
		});
	});
	await checks.check('an answer that n8n refuses is not recorded, and can be given again', async () => {
		await visitReading(browser, { data, replies: [REFUSED, REPLY.accepted] }, async ({ reader }) => {
			await reader.decline('Keep this');
			await reader.state.getByText(READING.notRecorded).waitFor();
			assert.equal(await reader.comment.inputValue(), 'Keep this');
			await reader.approve();
			await reader.waitForQuestion(READING.approved);
		});
	});
	await checks.check('of two tabs, the second one says that the link was answered', async () => {
		await visitReading(browser, { data, replies: [REPLY.accepted, REPLY.answered] }, answerInTwoTabs);
	});
}

const PAGE = { pages: [1], total: 3, content: 'c1' };

async function tryAgain({ server, reader }: Visit): Promise<void> {
	await reader.comment.fill('Fine');
	await reader.button('Approve').click();
	await reader.confirm.click();
	await reader.state.getByText(READING.pending).waitFor();
	await reader.waitForQuestion(READING.approveQuestion);
	// It looks disabled, and does nothing.
	await reader.confirm.click({ force: true });
	await reader.button('Try again now').click();
	await reader.state.getByText(READING.pending).waitFor();
	// The third time it is sent without anybody's help.
	await reader.waitForQuestion(READING.approved);
	const sent = { kind: 'decision', token: 'first', decision: 'approve', comment: 'Fine', ...PAGE };
	assert.deepEqual(server.of('decision'), [sent, sent, sent]);
}

async function answerInTwoTabs({ server, reader, page }: Visit): Promise<void> {
	const second = await page.context().newPage();
	await second.goto(server.url);
	await second.getByRole('button', { name: 'Approve' }).waitFor();
	await reader.approve();
	await reader.waitForQuestion(READING.approved);
	await second.getByRole('button', { name: 'Approve' }).click();
	await second.getByRole('button', { name: 'Approve anyway' }).click();
	await second.getByRole('heading', { name: READING.answered }).waitFor();
}
