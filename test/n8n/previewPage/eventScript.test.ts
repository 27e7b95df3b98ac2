import vm from 'node:vm';
import { eventScript } from '../../../src/n8n/previewPage/pageScriptEvents';

/* Which events the page posts: its script in a context of its own, with what the rest of the page gives it. */

interface Posted {
	readonly events: Array<Record<string, unknown>>;
}

interface Reply {
	readonly status: number;
	/** Seconds. */
	readonly retryAfter?: string;
}

/** Runs the script, sends it the events and answers what it posts with the replies in turn, then with 200. */
async function run(events: object[], more: object = {}, replies: Reply[] = []) {
	const batches: Posted[] = [];
	/** The waits that the script asked for, in milliseconds; none of them takes time. */
	const waits: number[] = [];
	const frame = { contentWindow: {} };
	let listener: ((message: object) => void) | undefined;
	const context = {
		data: {
			type: 'T',
			origin: 'https://f',
			events: ['page', 'progress'],
			onlyFinished: true,
			throttleMs: 0,
			...more,
		},
		frame,
		sandboxed: false,
		responded: false,
		loaded: false,
		byId: () => ({}),
		notify: () => undefined,
		showProgress: () => undefined,
		renew: async () => ({ ok: false }),
		post: async (batch: Posted) => {
			batches.push(batch);
			const { status, retryAfter = null } = replies.shift() ?? { status: 200 };
			return { status, headers: { get: () => retryAfter } };
		},
		addEventListener: (type: string, added: (message: object) => void) => {
			if (type === 'message') listener = added;
		},
		setTimeout: (later: () => void, ms: number) => {
			waits.push(ms);
			setImmediate(later);
			return 0;
		},
		clearTimeout: () => undefined,
	};
	vm.runInNewContext(eventScript, context);
	for (const event of events) {
		const data = JSON.stringify({ type: 'T', time: 1_800_000_000_000, ...event });
		listener?.({ source: frame.contentWindow, origin: 'https://f', data });
		for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
	}
	return { batches, waits };
}
const posted = async (events: object[], more?: object): Promise<Array<Record<string, unknown>>> =>
	(await run(events, more)).batches
		.flatMap((batch) => [...batch.events])
		.map(({ page, progress }) => ({ page, progress }));
const at = (current: number, total: number) => ({ progress: { current, total } });
const page = (current: number, total: number) => ({ page: { current, total } });

test.each<[string, object[], number[]]>([
	['a video that ends a little early', [at(0, 60), at(30, 60), at(58.5, 60), at(59.96, 60)], [59.96]],
	['the end counts once', [at(59.5, 60), at(59.96, 60), at(60, 60)], [59.5]],
	['a hundredth of a long one', [at(7000, 7200), at(7130, 7200)], [7130]],
	['a short clip that starts', [at(0, 0.8), at(0.1, 0.8)], []],
	['a short clip that ends', [at(0, 0.8), at(0.7, 0.8)], [0.7]],
	['a length of 0', [at(0, 0)], []],
])('only finished: %s', async (_name, events, expected) =>
	expect((await posted(events)).map(({ progress }) => (progress as { current: number }).current)).toEqual(expected),
);

test('only finished: pages have no tolerance', async () =>
	expect(await posted([page(1, 200), page(199, 200), page(200, 200)])).toEqual([page(200, 200)]));

test('without throttle everything is posted', async () =>
	expect(await posted([at(0, 60), at(59.96, 60), at(60, 60)], { onlyFinished: false })).toHaveLength(3));

describe('what n8n answers', () => {
	const ALL = { onlyFinished: false };

	test('429: the same events are posted again, not before n8n wants them', async () => {
		const busy = [{ status: 429, retryAfter: '7' }, { status: 429, retryAfter: '1' }, { status: 503 }];
		const { batches, waits } = await run([page(1, 3)], ALL, busy);
		expect(waits).toEqual([7000, 4000, 8000]);
		expect(batches).toHaveLength(4);
		for (const batch of batches) expect(batch).toEqual(batches[0]);
	});

	test.each(['-5', 'soon', '1e9'])('a Retry-After of %j keeps nobody waiting for ever', async (retryAfter) => {
		const { waits } = await run([page(1, 3)], ALL, [{ status: 429, retryAfter }]);
		expect(waits).toEqual([retryAfter === '1e9' ? 300_000 : 2000]);
	});

	test('409: nothing more is posted but the end', async () => {
		const { batches } = await run([page(1, 3), page(2, 3), page(1, 3), page(3, 3), page(2, 3)], ALL, [
			{ status: 200 },
			{ status: 409 },
		]);
		expect(batches.map(({ events }) => events.map(({ page: shown }) => shown))).toEqual(
			[1, 2, 3].map((current) => [{ current, total: 3 }]),
		);
	});
});
