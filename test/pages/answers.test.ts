import vm from 'node:vm';
import { pageText } from '#preview';
import { ACCEPTED, FakeReadingPage } from './fakeReadingPage';
import { kindsOf, page, type Answer } from './fakePage';

const RECORDED = 'Recorded: you approved this file.';

test('a decision is posted with its comment, once, and the page then posts nothing more', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [{ status: 204 }, ACCEPTED] });
	await reader.say(page(1));
	reader.comment(' Fine ');
	await reader.decide('approve');
	await reader.decide('approve');
	await reader.say(page(2));
	await reader.elapse(2000);
	await reader.turnTo('hidden');
	expect(kindsOf(reader.posts)).toEqual(['progress', 'decision']);
	expect(reader.posts[1]).toMatchObject({ decision: 'approve', comment: 'Fine', total: 3, content: 'c1' });
	expect(reader.text('recorded')).toBe('Your comment: Fine');
});

test('the second click of a double click neither approves nor confirms', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' });
	for (const decision of ['approve', 'decline']) {
		await reader.click(decision);
		await reader.click('confirmYes', 2);
	}
	expect(reader.posts).toEqual([]);
});

test.each<[string, Answer[], string]>([
	['no connection, then accepted', [{ status: 0 }, ACCEPTED], RECORDED],
	['a gateway that fails, then accepted', [{ status: 502 }, ACCEPTED], RECORDED],
	['an answer that is not from n8n, then accepted', [{ status: 200, content: null }, ACCEPTED], RECORDED],
	['a busy workflow, then too late', [{ status: 409 }, { status: 200, content: { state: 'over' } }], 'is closed'],
	['lost, answered', [{ status: 0 }, { status: 200, content: { state: 'answered' } }], 'most likely by the answer'],
	['refused by rate, then answered', [{ status: 429 }, { status: 200, content: { state: 'answered' } }], 'already'],
	['a token that is too old, then accepted', [{ status: 403 }, ACCEPTED], RECORDED],
])('%s', async (_name, answers, expected) => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [...answers] });
	await reader.decide('approve');
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
	await reader.decide('approve');
	if (answers.length > 1) await reader.elapse(2000);
	expect(reader.text('state')).toContain(expected);
	expect(reader.text('askTitle')).toBeUndefined();
	await reader.decide('approve');
	expect(reader.text('askTitle')).toBe(RECORDED);
});

test('a page that cannot be reached gives up after a while, until it is asked to try again', async () => {
	const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [...Array(24).fill({ status: 0 }), ACCEPTED] });
	await reader.decide('approve');
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
	await reader.decide('approve');
	expect(reader.text('askTitle')).toContain('This link is closed: nobody');
	expect(reader.text('recorded')).toBe('Your answer was not recorded.');
	const other = new FakeReadingPage({ ask: 'approve' }, { answers: [{ status: 0 }, gone] });
	await other.decide('approve');
	await other.elapse(2000);
	expect(other.text('askTitle')).toContain('most likely');
	expect(other.text('recorded')).toBe('');
});

test('an open page whose link was answered elsewhere says so when a page is turned', async () => {
	const reader = new FakeReadingPage({}, { answers: [{ status: 200, content: { state: 'answered', message: '' } }] });
	await reader.say(page(1));
	expect(reader.text('askTitle')).toBe('This link was already answered. Only the first answer counts.');
});

describe('what a person is asked before an answer is taken', () => {
	const asks = { approve: 'Approve', decline: 'Decline' } as const;
	const words = (reader: FakeReadingPage) => [reader.text('confirmText'), reader.text('confirmYes')];

	test.each(['approve', 'decline'] as const)('to %s: which pages were not opened', async (decision) => {
		const reader = new FakeReadingPage({ ask: 'approve' });
		const verb = asks[decision];
		await reader.click(decision);
		const none = `You have not opened any page. ${verb} anyway? This cannot be undone.`;
		expect(words(reader)).toEqual([none, `${verb} anyway`]);
		await reader.click('back');
		await reader.say(page(1));
		await reader.click(decision);
		const some = `You have not opened pages 2–3. ${verb} anyway? This cannot be undone.`;
		expect(words(reader)).toEqual([some, `${verb} anyway`]);
		await reader.click('back');
		for (const n of [2, 3]) await reader.say(page(n));
		await reader.click(decision);
		expect(words(reader)).toEqual([`${verb} this file? This cannot be undone.`, `Yes, ${decision}`]);
		expect(kindsOf(reader.posts)).not.toContain('decision');
		await reader.click('confirmYes');
		expect(reader.posts.at(-1)).toMatchObject({ kind: 'decision', decision, pages: [1, 2, 3] });
	});

	test('in Chinese', async () => {
		const reader = new FakeReadingPage({ ask: 'approve' }, { lang: 'zh' });
		await reader.say(page(1, 9));
		await reader.click('decline');
		expect(words(reader)).toEqual(['您尚未打开第 2–9 页。仍要拒绝吗？此操作无法撤销。', '仍要拒绝']);
	});

	test('where all pages must be opened, nobody approves before, and everybody may decline', async () => {
		const reader = new FakeReadingPage({ ask: 'approve', allPages: true });
		await reader.say(page(1, 2));
		expect(reader.text('missing')).toContain('You can approve once all pages are opened.');
		await reader.decide('approve');
		expect(reader.text('state')).toBe('You can approve once all pages are opened.');
		await reader.click('decline');
		expect(reader.text('confirmYes')).toBe('Decline anyway');
		await reader.click('back');
		await reader.say(page(2, 2));
		await reader.decide('approve');
		expect(reader.posts.at(-1)).toMatchObject({ decision: 'approve', pages: [1, 2] });
	});
});

test('where a reason is asked for, nobody declines without a comment', async () => {
	const reader = new FakeReadingPage({ ask: 'approve', reason: true });
	await reader.say(page(1, 1));
	reader.comment(' ');
	await reader.click('decline');
	expect(reader.text('state')).toBe('Please write in the comment why you decline.');
	reader.comment('Too expensive');
	await reader.decide('decline');
	expect(reader.posts.at(-1)).toMatchObject({ decision: 'decline', comment: 'Too expensive' });
});

describe('a file that is changed while it is read', () => {
	const CHANGED: Answer = { status: 200, content: { state: 'changed', message: '' } };
	const CLOSED: Answer = { status: 200, content: { state: 'closed' } };

	test('the answer is not taken: the page shows the new content, unread, and asks again', async () => {
		const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [{ status: 204 }, CHANGED, ACCEPTED] });
		for (const n of [1, 2, 3]) await reader.say(page(n));
		reader.posts.length = 0;
		reader.now = { content: 'c2', changed: true };
		await reader.decide('approve');
		expect([reader.renewals, reader.isHidden('changed')]).toEqual([1, false]);
		expect(reader.text('state')).toContain('The file was changed after you opened this page.');
		await reader.say(page(1));
		expect(reader.text('where')).toBe('1 of 3 pages opened');
		await reader.click('approve');
		expect(reader.text('confirmText')).toContain('You have not opened pages 2–3.');
		await reader.click('confirmYes');
		expect(reader.posts.at(-1)).toMatchObject({ kind: 'decision', content: 'c2', pages: [1] });
	});

	test.each([
		['finds the file changed', CHANGED, 'state', /The file was changed after you opened this page\./],
		['finds the link closed', CLOSED, 'recorded', /^Your answer was not recorded\.$/],
	] as const)('an answer is not sent when the progress it waits for %s', async (_name, reply, element, text) => {
		const reader = new FakeReadingPage({ ask: 'approve' }, { answers: [reply] });
		await reader.click('approve');
		reader.now = { content: 'c2', changed: true };
		const reported = reader.say(page(1));
		await reader.click('confirmYes');
		await reported;
		expect(kindsOf(reader.posts)).toEqual(['progress']);
		expect(reader.text(element)).toMatch(text);
	});

	test('a link for the earlier content only is closed', async () => {
		const answers = [{ status: 200, content: { state: 'outdated' } }];
		const reader = new FakeReadingPage({ ask: 'approve' }, { answers });
		await reader.decide('approve');
		expect(reader.text('askTitle')).toContain('This link takes answers about the earlier content only.');
		expect(reader.text('recorded')).toBe('Your answer was not recorded.');
	});
});

test.each([
	['en', '29 Nov 2026, 12:00'],
	['zh', '2026年11月29日 12:00'],
])('in %s a date is written in the language of the page', (lang, expected) => {
	const reader = new FakeReadingPage({ ask: 'approve', until: new Date(2026, 10, 29, 12).getTime() }, { lang });
	expect(reader.text('until')).toContain(expected);
});

test('the page that repeats an answer says its time as the clock of the visitor does, with the zone', () => {
	const time = { dateTime: '2026-11-29T11:30:00.000Z', textContent: '29 Nov 2026, 11:30 UTC' };
	const document = { documentElement: { lang: 'en' }, querySelectorAll: () => [time] };
	vm.runInNewContext(pageText('answered.ts'), { document, navigator: { languages: ['de', 'en-GB'] } });
	const local = new Date(time.dateTime).getHours();
	expect(time.textContent).toMatch(new RegExp(`^29 Nov 2026, ${local}:30 (?:[A-Z]{3,4}|GMT[+-].+)$`));
});
