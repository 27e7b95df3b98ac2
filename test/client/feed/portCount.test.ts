import { ifCounted } from '../../../src/client/feed/burst';
import { feedPort } from '../../../src/client/feed/port';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fieldsOf, scriptedHttp } from '../../support/ports';

/* What is asked of the service, and what it may answer. */

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
		expect(await errorOf(feedPort(callerWith(scriptedHttp({ body }))).count(5, 9))).toMatchObject({
			kind: 'protocol',
			message: 'The service did not answer how many changes there are',
			operation: 'libraryFileUpdatesCount',
		});
	});

	const failing = (kind: 'input' | 'aborted' | 'busy', retryable: boolean) =>
		new LibraryError(kind, kind, { retryable });

	test('a service that does not count, or that fails', async () => {
		const ask = async (failure: Error) => await ifCounted(async () => await Promise.reject(failure));
		expect(await ifCounted(async () => 3)).toBe(3);
		expect(await ask(failing('input', false))).toBeUndefined();
		const thrown = [failing('busy', true), failing('aborted', false), new TypeError('a mistake of ours')];
		for (const failure of thrown) expect(await errorOf(ask(failure))).toBe(failure);
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

	test.each([
		['later', 12],
		['newest', 12],
		['newest', 11],
	] as const)('whose %s stands still is reported to the operator', async (direction, from) => {
		const http = scriptedHttp({ body: { list: [entry], fetch_dateline: 12 } });
		expect(await errorOf(feedPort(callerWith(http))[direction](from))).toMatchObject({
			kind: 'protocol',
			operation: 'libraryFileUpdates',
			hint: expect.stringContaining('operator of the service') as string,
		});
	});

	test('entries without a time name the request', async () => {
		const http = scriptedHttp({ body: { list: [entry] } });
		expect(await errorOf(feedPort(callerWith(http)).newest())).toMatchObject({ operation: 'libraryFileUpdates' });
	});
});
