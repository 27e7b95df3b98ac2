import { feedPort } from '../../../src/client/feed/port';
import { callerWith, errorOf, fieldsOf, scriptedHttp } from '../../support/ports';

/* The updates feed as a port: what is requested, and answers with which a reader could not go on. */

const entry = { hash: 'h', dir: 0, fullpath: 'f', filename: 'f' };
const answering = (body: object) => {
	const http = scriptedHttp({ body });
	return { http, port: feedPort(callerWith(http), 'folders') };
};

test.each([12, '12'])('a page and its time, also as text: %j', async (fetch_dateline) => {
	const { http, port } = answering({ list: [entry], fetch_dateline });
	expect(await port.later(5)).toEqual({ entries: [entry], until: 12 });
	expect(await port.newest(20, 'files')).toEqual({ entries: [entry], until: 12 });
	expect(
		http.sent.map((request) => fieldsOf(request)).map(({ mode, dir, fetch_dateline: from }) => [mode, dir, from]),
	).toEqual([
		['compare', '1', '5'],
		[undefined, '0', '20'],
	]);
});

test('with nothing new the time stays', async () => {
	expect(await answering({ error_code: 0 }).port.later(5)).toEqual({ entries: [], until: 5 });
});

test.each([
	['no time', {}, /without a fetch_dateline/],
	['a time that stays', { fetch_dateline: 5 }, /later than 5, but its fetch_dateline is 5/],
	['a time that goes back', { fetch_dateline: 4 }, /later than 5, but its fetch_dateline is 4/],
])('entries with %s are an error', async (_name, more, message) => {
	const error = await errorOf(answering({ list: [entry], ...more }).port.later(5));
	expect(error).toMatchObject({ kind: 'protocol', message: expect.stringMatching(message) as string });
});
