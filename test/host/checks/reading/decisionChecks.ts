import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { Checks } from '../checks';
import { READING } from './readingPageObject';
import { REPLY, visitReading, type Visit } from './readingVisits';

const data = { ask: 'approve' } as const;
const UNREAD = 'You have not opened page 3. Approve anyway? This cannot be undone.';
const PAGES = { pages: [1, 2], total: 3, content: 'c1' };
const COMMENT = 'Clause 4 is missing.\nPlease add it <b>today</b>.';

/**
 * Approve and Decline, with the mouse, with the keyboard, and over connections that are lost. What the page makes of
 * each answer of n8n: test/pages/answers.test.ts.
 */
export async function checkDecisions(checks: Checks, browser: Browser): Promise<void> {
	await checks.check(
		'an approval is confirmed in place, posted once, even by double clicks, and repeated on the page',
		async () => await visitReading(browser, { data }, approveTwice),
	);
	await checks.check(
		'a decline is confirmed in place, also with the keyboard alone; a double click does not confirm it',
		async () => await visitReading(browser, { data }, declineByKeyboard),
	);
	await checks.check('without an answer nothing is said to be recorded, and the decision is sent again', async () => {
		const replies = [REPLY.cut, { status: 502 }, REPLY.accepted];
		await visitReading(browser, { data, replies }, tryAgain);
	});
	await checks.check('a comment has a limit that is shown, survives a reload, and can be left out', async () => {
		await visitReading(browser, { data }, limitComment);
		await visitReading(browser, { data: { ...data, comment: false } }, async ({ server, reader }) => {
			assert.equal(await reader.comment.count(), 0);
			await reader.decline();
			await reader.waitForQuestion(READING.declined);
			assert.equal(server.of('decision')[0]?.comment, '');
		});
	});
}

async function approveTwice({ server, reader, page }: Visit): Promise<void> {
	await reader.waitForQuestion(READING.approveQuestion);
	await reader.turnPages(1);
	await page.getByText('2 of 3 pages opened', { exact: true }).waitFor();
	await reader.comment.fill(COMMENT);
	await reader.button('Approve').dblclick();
	assert.equal(await page.locator('#confirmText').innerText(), UNREAD);
	await reader.confirm.dblclick();
	await reader.waitForQuestion(READING.approved);
	assert.deepEqual(server.of('decision'), [
		{ kind: 'decision', token: 'first', decision: 'approve', comment: COMMENT, ...PAGES },
	]);
	assert.equal(await page.locator('#recorded').innerText(), `Your comment: ${COMMENT}`);
	assert.equal(await page.evaluate('document.activeElement.tagName'), 'H2');
	assert.equal(await reader.button('Approve').isVisible(), false);
}

async function declineByKeyboard({ server, reader, page }: Visit): Promise<void> {
	await reader.button('Decline').dblclick();
	assert.equal(await reader.confirm.isVisible(), true);
	await page.keyboard.press('Escape');
	assert.equal(await page.evaluate('document.activeElement.id'), 'decline');
	await page.keyboard.press('Enter');
	assert.equal(await page.evaluate('document.activeElement.id'), 'confirm');
	assert.deepEqual(server.of('decision'), []);
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await reader.waitForQuestion(READING.declined);
	assert.deepEqual(
		server.of('decision').map(({ decision }) => decision),
		['decline'],
	);
}

async function limitComment({ server, reader, page }: Visit): Promise<void> {
	await reader.comment.fill('x'.repeat(1999));
	await reader.comment.press('End');
	await page.keyboard.type('abc');
	await page.getByText('2,000 of 2,000 characters').waitFor();
	await page.reload();
	await page.getByText('2,000 of 2,000 characters').waitFor();
	await reader.approve();
	await reader.waitForQuestion(READING.approved);
	assert.equal(server.of('decision')[0]?.comment, `${'x'.repeat(1999)}a`);
}

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
	const sent = {
		kind: 'decision',
		token: 'first',
		decision: 'approve',
		comment: 'Fine',
		pages: [1],
		total: 3,
		content: 'c1',
	};
	assert.deepEqual(server.of('decision'), [sent, sent, sent]);
}
