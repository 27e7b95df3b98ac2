import { feedPort } from '#changes/work';
import { callerWith, errorOf, fieldsOf, scriptedHttp } from '../../support/ports';

describe('counting changes', () => {
	test.each([
		[{ count: 7 }, 7],
		[{ count: '7' }, 7],
		[{ count: 0 }, 0],
	])('%j is %i', async (body, expected) => {
		const http = scriptedHttp({ body });
		expect(await feedPort(callerWith(http)).count(5, 9)).toBe(expected);
		const [request] = http.sent;
		expect([request?.method, new URL(request?.url ?? '').pathname]).toEqual([
			'POST',
			'/m-open/1/file/updates_count',
		]);
		expect(fieldsOf(request)).toMatchObject({ begin_dateline: '5', end_dateline: '9', showdel: '1' });
	});

	test.each([{}, { count: 'many' }, []])('%j is no number', async (body) => {
		expect(await feedPort(callerWith(scriptedHttp({ body }))).count(5, 9)).toBeUndefined();
	});
});

describe('a port', () => {
	const entry = { hash: 'h', dir: 0, fullpath: 'f', filename: 'f' };

	test('of both kinds has none, and pages of 100', async () => {
		const http = scriptedHttp({ body: { list: [entry], fetch_dateline: 12 } });
		const port = feedPort(callerWith(http));
		expect(port).not.toHaveProperty('kind');
		expect([port.pageSize, feedPort(callerWith(http), 'files').kind]).toEqual([100, 'files']);
		await port.later(5);
		expect(fieldsOf(http.sent[0])).not.toHaveProperty('dir');
		expect(await port.newest()).toEqual({ entries: [entry], until: 12 });
		expect(fieldsOf(http.sent[1])).toMatchObject({ fetch_dateline: '0' });
		expect(fieldsOf(http.sent[1])).not.toHaveProperty('mode');
	});

	test.each([12, '12'])('of one kind asks for it; the time of a page may be text: %j', async (fetch_dateline) => {
		const http = scriptedHttp({ body: { list: [entry], fetch_dateline } });
		const port = feedPort(callerWith(http), 'folders');
		expect(await port.later(5)).toEqual({ entries: [entry], until: 12 });
		expect(await port.newest(20, 'files')).toEqual({ entries: [entry], until: 12 });
		expect(http.sent.map((request) => fieldsOf(request))).toMatchObject([
			{ mode: 'compare', dir: '1', fetch_dateline: '5' },
			{ dir: '0', fetch_dateline: '20' },
		]);
	});

	test('says what the clock of the service shows, where the answer does', async () => {
		const headers = { date: 'Fri, 02 Jan 2026 03:04:05 GMT' };
		const port = feedPort(callerWith(scriptedHttp({ headers, body: { list: [entry], fetch_dateline: 12 } })));
		expect(await port.later(5)).toEqual({ entries: [entry], until: 12, clock: Date.UTC(2026, 0, 2, 3, 4, 5) });
	});

	test('with nothing new keeps the time', async () => {
		const http = scriptedHttp({ body: { error_code: 0 } });
		expect(await feedPort(callerWith(http)).later(5)).toEqual({ entries: [], until: 5 });
	});

	test.each([
		['later', 12, 12, /later than 12, but its fetch_dateline is 12/],
		['later', 12, 11, /later than 12, but its fetch_dateline is 11/],
		['later', 5, undefined, /without a fetch_dateline/],
		['newest', 12, 12, /fetch_dateline is 12/],
		['newest', 11, 12, /fetch_dateline is 12/],
		['newest', 5, undefined, /without a fetch_dateline/],
	] as const)('%s than %i: entries with the time %s are an error', async (direction, from, until, message) => {
		const http = scriptedHttp({ body: { list: [entry], fetch_dateline: until } });
		expect(await errorOf(feedPort(callerWith(http))[direction](from))).toMatchObject({
			kind: 'protocol',
			operation: 'libraryFileUpdates',
			message: expect.stringMatching(message) as string,
		});
	});
});
