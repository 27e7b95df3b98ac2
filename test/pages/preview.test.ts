import { at, FakePage, page, type Answer } from './fakePage';

interface Settings {
	readonly onlyFinished: boolean;
	readonly throttleMs?: number;
}
const ALL: Settings = { onlyFinished: false };

/** A page that has heard the events; n8n gives the answers in turn. */
async function pageAfter(events: object[], settings = ALL, answers: Answer[] = []): Promise<FakePage> {
	const reader = new FakePage(
		'preview.ts',
		{ events: ['page', 'progress'], throttleMs: 0, ...settings },
		{ answers },
	);
	for (const event of events) await reader.say(event);
	return reader;
}
/** The events of each post, without their times. */
const batchesOf = ({ posts }: FakePage) =>
	posts.map(({ events }) => (events as object[]).map((event) => ({ ...event, time: undefined })));
const postedBy = (reader: FakePage) => batchesOf(reader).flat();

test.each<[string, object[], object[]]>([
	['a video that ends a little early', [at(0, 60), at(30, 60), at(58.5, 60), at(59.96, 60)], [at(59.96, 60)]],
	['the end counts once', [at(59.5, 60), at(59.96, 60), at(60, 60)], [at(59.5, 60)]],
	['a hundredth of a long one', [at(7000, 7200), at(7130, 7200)], [at(7130, 7200)]],
	['a short clip that starts', [at(0, 0.8), at(0.1, 0.8)], []],
	['a short clip that ends', [at(0, 0.8), at(0.7, 0.8)], [at(0.7, 0.8)]],
	['a length of 0', [at(0, 0)], []],
	['pages have no tolerance', [page(1, 200), page(199, 200), page(200, 200)], [page(200, 200)]],
])('only finished: %s', async (_name, events, expected) =>
	expect(postedBy(await pageAfter(events, { onlyFinished: true }))).toEqual(expected),
);

test('without throttle everything is posted, and what the viewer says is shown', async () => {
	const reader = await pageAfter([at(0, 60), at(59.96, 60), at(3671, 3700)]);
	expect(postedBy(reader)).toHaveLength(3);
	expect(reader.text('where')).toBe('1:01:11 of 1:01:40');
});

test('with a throttle the newest event of an interval is posted at its end, or when the visitor leaves', async () => {
	const reader = await pageAfter([page(1, 9), page(2, 9), page(3, 9)], { ...ALL, throttleMs: 5000 });
	expect(postedBy(reader)).toEqual([page(1, 9)]);
	await reader.elapse(5000);
	expect(postedBy(reader)).toEqual([page(1, 9), page(3, 9)]);
	await reader.say(page(4, 9));
	await reader.turnTo('hidden');
	expect(postedBy(reader)).toEqual([page(1, 9), page(3, 9), page(4, 9)]);
});

test('a visitor who leaves is not kept waiting for another attempt', async () => {
	const reader = await pageAfter([page(1), page(2)], ALL, [{ status: 503 }]);
	await reader.turnTo('hidden');
	expect(batchesOf(reader)).toEqual([[page(1)], [page(1), page(2)]]);
});

describe('what n8n answers', () => {
	/** When the page posts, in seconds after the first post. */
	async function timesWith(answers: Answer[], seconds: number): Promise<number[]> {
		const reader = await pageAfter([page(1)], ALL, answers);
		const times = [0];
		for (let second = 1; second <= seconds; second++) {
			await reader.elapse(1000);
			while (times.length < reader.posts.length) times.push(second);
		}
		for (const batch of batchesOf(reader)) expect(batch).toEqual([page(1)]);
		return times;
	}

	test('429: the same events are posted again, not before n8n wants them', async () => {
		const busy = [{ status: 429, retryAfter: '7' }, { status: 429, retryAfter: '1' }, { status: 503 }];
		expect(await timesWith(busy, 60)).toEqual([0, 7, 11, 19]);
	});

	test.each([
		['-5', 2],
		['soon', 2],
		['1e9', 300],
	])('a Retry-After of %j keeps nobody waiting for ever', async (retryAfter, expected) =>
		expect(await timesWith([{ status: 429, retryAfter }], 310)).toEqual([0, expected]),
	);

	test('no answer: after six attempts the page gives up, and says so', async () => {
		const reader = await pageAfter([page(1)], ALL, Array(6).fill({ status: 0 }));
		await reader.elapse(5 * 60_000);
		expect(reader.posts).toHaveLength(6);
		expect(reader.text('noticeText')).toBe('Your progress could not be reported. You can continue reading.');
	});

	test('403: the token is renewed once, then the page says that it is no longer connected', async () => {
		const reader = await pageAfter([page(1)], ALL, [{ status: 403 }, { status: 403 }]);
		expect([reader.renewals, ...reader.posts.map(({ token }) => token)]).toEqual([1, 'first', 'token 1']);
		expect(reader.text('noticeText')).toContain('no longer connected');
	});

	test('409: nothing more is posted but the end', async () => {
		const answers = [{ status: 200 }, { status: 409 }];
		const reader = await pageAfter([page(1), page(2), page(1), page(3), page(2)], ALL, answers);
		expect(batchesOf(reader)).toEqual([[page(1)], [page(2)], [page(3)]]);
	});
});

test('a preview that does not respond gets a new link, once', async () => {
	const reader = new FakePage('preview.ts', { events: [], ...ALL, throttleMs: 0 }, { lang: 'zh' });
	await reader.elapse(10_000);
	expect(reader.text('noticeText')).toBe('预览加载时间较长，可能仍在加载中。');
	await reader.elapse(10_000);
	expect(reader.renewals).toBe(1);
});

test('a new link that n8n does not answer for is given up, and can be asked for again', async () => {
	const reader = await pageAfter([page(1)]);
	reader.renewsNothing = true;
	await reader.click('reload');
	await reader.elapse(30_000);
	expect(reader.text('noticeText')).toBe('The page cannot be reached. Check your connection and try again.');
	reader.renewsNothing = false;
	await reader.click('retry');
	expect([reader.renewals, reader.text('noticeText')]).toEqual([2, '']);
});

test.each([
	['the link is closed', { state: 'over' }, 'This link is closed: nobody is waiting for an answer any more.'],
	['something else', { message: 'Try again in a moment.' }, 'Try again in a moment.'],
	['nothing', {}, 'The preview cannot be shown.'],
])('where there is no new link, the page says what n8n says: %s', async (_name, said, expected) => {
	const reader = await pageAfter([page(1)]);
	reader.now = { url: undefined, ...said };
	await reader.click('reload');
	expect(reader.text('noticeText')).toBe(expected);
});
