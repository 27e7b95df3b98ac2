import { readPost, readViewerEvent, viewerEventType } from '#preview/plan';

const TIME = 1_800_000_000_123;
const page = (current: unknown, total: unknown) => ({ page: { current, total }, time: TIME });
const progress = (current: unknown, total: unknown) => ({ progress: { current, total }, time: TIME });

test('the event type contains the prefix in capitals', () =>
	expect([viewerEventType('svc'), viewerEventType('acme')]).toEqual(['SVC_VIEWER_EVENT', 'ACME_VIEWER_EVENT']));

test.each([
	[page(1, 3), { event: 'page', finished: false }],
	[page(3, 3), { event: 'page', finished: true }],
	[page(1, 1), { event: 'page', finished: true }],
	[progress(0, 12.5), { event: 'progress', finished: false }],
	[progress(12.5, 12.5), { event: 'progress', finished: true }],
	[progress(12.51, 12.5), { event: 'progress', finished: true }],
	// Players stop a little before the end: a second, or a hundredth of long media, counts as the end.
	[progress(12.49, 12.5), { event: 'progress', finished: true }],
	[progress(59.96, 60), { event: 'progress', finished: true }],
	[progress(59, 60), { event: 'progress', finished: true }],
	[progress(58.9, 60), { event: 'progress', finished: false }],
	[progress(7128, 7200), { event: 'progress', finished: true }],
	[progress(7127, 7200), { event: 'progress', finished: false }],
	// A clip of a second is not finished when it starts.
	[progress(0, 0.8), { event: 'progress', finished: false }],
	[progress(0.3, 1), { event: 'progress', finished: false }],
	[progress(0.9, 1), { event: 'progress', finished: true }],
	[progress(0, 0), { event: 'progress', finished: false }],
	// Pages have no tolerance.
	[page(199, 200), { event: 'page', finished: false }],
])('%j', (value, expected) => {
	const extent = 'page' in value ? value.page : (value as ReturnType<typeof progress>).progress;
	expect(readViewerEvent(value)).toEqual({ ...expected, extent, time: TIME });
});

test.each([
	page(4, 3),
	page(1.5, 3),
	page(1, 0),
	page(-1, 3),
	page('1', 3),
	page(1, null),
	page(NaN, 3),
	page(1, Infinity),
	page(1, 1e9),
	progress(-0.1, 5),
	progress('0', 5),
	progress(0, 1e9),
	progress(NaN, 5),
	{ page: { current: 1, total: 3 } },
	{ ...page(1, 3), time: '1' },
	{ ...page(1, 3), time: -1 },
	{ ...page(1, 3), time: 1e16 },
	{ ...page(1, 3), time: NaN },
	{ ...page(1, 3), ...progress(1, 3) },
	{ time: TIME },
	{ page: [1, 3], time: TIME },
	{ page: null, time: TIME },
	null,
	undefined,
	'x',
	7,
	[],
	[page(1, 3)],
])('%j is not an event', (value) => expect(readViewerEvent(value)).toBeUndefined());

describe('what a page posts', () => {
	const token = 't';
	test('is read as text, and as parsed by n8n', () => {
		const post = {
			token,
			events: [{ event: 'page', finished: false, extent: { current: 1, total: 3 }, time: TIME }],
		};
		expect(readPost(JSON.stringify({ token, events: [page(1, 3)] }))).toEqual(post);
		expect(readPost({ token, events: [page(1, 3)], more: 1 })).toEqual(post);
		expect(readPost({ token, renew: true })).toEqual({ token, events: [] });
	});
	test.each([
		['invalid JSON', '{'],
		['an empty body', ''],
		['a list', '[]'],
		['no events', { token }],
		['an empty list of events', { token, events: [] }],
		['an object in place of the list', { token, events: {} }],
		['one invalid event among valid ones', { token, events: [page(1, 3), page(4, 3)] }],
		['too many events', { token, events: Array.from({ length: 51 }, () => page(1, 3)) }],
		['a renewal that is not true', { token, renew: 'yes' }],
	])('%s is refused as a whole', (_name, body) => expect(readPost(body)).toBeUndefined());
});
