import { ACCEPTED, FakeReadingPage } from './fakeReadingPage';
import { kindsOf, page, type Answer } from './fakePage';

const RECORDED = 'Recorded: you approved this file.';

/* How the reading page sends an answer, and what it says became of it. */

test('a decision is posted with its comment, once, and the page then posts nothing more', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [{ status: 204 }, ACCEPTED] });
	await reader.say(page(1));
	reader.comment(' Fine ');
	await reader.click('approve');
	await reader.click('approve');
	await reader.say(page(2));
	await reader.elapse(2000);
	await reader.turnTo('hidden');
	expect(kindsOf(reader.posts)).toEqual(['progress', 'decision']);
	expect(reader.posts[1]).toMatchObject({ decision: 'approve', comment: 'Fine', total: 3 });
	expect(reader.text('recorded')).toBe('Your comment: Fine');
});

test('the second click of a double click neither approves nor confirms', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' });
	await reader.click('decline');
	await reader.click('confirmDecline', 2);
	expect(reader.posts).toEqual([]);
});

test.each<[string, Answer[], string]>([
	['no connection, then accepted', [{ status: 0 }, ACCEPTED], RECORDED],
	['a gateway that fails, then accepted', [{ status: 502 }, ACCEPTED], RECORDED],
	['an answer that is not from n8n, then accepted', [{ status: 200, content: null }, ACCEPTED], RECORDED],
	['a busy workflow, then too late', [{ status: 409 }, { status: 200, content: { state: 'over' } }], 'is closed'],
	[
		'lost, then answered',
		[{ status: 0 }, { status: 200, content: { state: 'answered' } }],
		'most likely by the answer',
	],
	[
		'refused for the rate, then answered',
		[{ status: 429 }, { status: 200, content: { state: 'answered' } }],
		'already',
	],
	['a token that is too old, then accepted', [{ status: 403 }, ACCEPTED], RECORDED],
])('%s', async (_name, answers, expected) => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [...answers] });
	await reader.click('approve');
	if (reader.posts.length === 1) {
		expect(reader.text('askTitle')).toBeUndefined();
		await reader.elapse(2000);
	}
	expect(reader.posts).toHaveLength(2);
	expect(reader.text('askTitle')).toContain(expected);
});

test.each<[Answer[], string]>([
	[[{ status: 400, content: { message: 'Unknown.' } }], 'Your answer was not recorded. Unknown. Reload'],
	[[{ status: 401 }], 'was not recorded'],
	[[{ status: 0 }, { status: 404 }], 'It is not known whether your answer was recorded.'],
])('refused with %j: %s', async (answers, expected) => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [...answers, ACCEPTED] });
	await reader.click('approve');
	if (answers.length > 1) await reader.elapse(2000);
	expect(reader.text('state')).toContain(expected);
	expect(reader.text('askTitle')).toBeUndefined();
	await reader.click('approve');
	expect(reader.text('askTitle')).toBe(RECORDED);
});

test('a page that cannot be reached gives up after a while, until it is asked to try again', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [...Array(24).fill({ status: 0 }), ACCEPTED] });
	await reader.click('approve');
	await reader.elapse(15 * 60_000);
	expect(reader.posts).toHaveLength(24);
	expect(reader.text('state')).toContain('Check your connection and try again.');
	await reader.click('again');
	expect(reader.text('askTitle')).toBe(RECORDED);
});

test('progress that n8n does not take is given up, and says so', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: Array(6).fill({ status: 503 }) });
	await reader.say(page(1));
	await reader.elapse(5 * 60_000);
	expect(reader.posts).toHaveLength(6);
	expect(reader.text('noticeText')).toBe('Your progress could not be reported. You can continue reading.');
});

test.each<[number, string]>([
	[409, 'The execution "1 has finished already.'],
	[404, 'The execution "1" does not exist.'],
	[404, 'The workflow for execution "1" does not contain a waiting webhook with a matching path/method.'],
])('when n8n says %i, %s the link is closed', async (status, message) => {
	const gone = { status, content: { message } };
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [gone] });
	await reader.click('approve');
	expect(reader.text('askTitle')).toContain('This link is closed: nobody');
	expect(reader.text('recorded')).toBe('Your answer was not recorded.');
	const other = new FakeReadingPage({ ask: 'approve' }, { answers: [{ status: 0 }, gone] });
	await other.click('approve');
	await other.elapse(2000);
	expect(other.text('askTitle')).toContain('most likely');
	expect(other.text('recorded')).toBe('');
});

test('an open page whose link was answered elsewhere says so when a page is turned', async () => {
	const reader = new FakeReadingPage({}, { answers: [{ status: 200, content: { state: 'answered', message: '' } }] });
	await reader.say(page(1));
	expect(reader.text('askTitle')).toBe('This link was already answered. Only the first answer counts.');
});
