import { fileCalls, infoIfExists, mountIn, entriesOf, hasName, placeOf } from '../../../src/client/files/fileCalls';
import { unlessFailed } from '../../../src/client/files/unlessFailed';
import type { Caller } from '../../../src/client/service/call';
import { abortedError, LibraryError } from '../../../src/protocol/wire/libraryError';
import { namedAnswers, NOT_FOUND, pageOf, REFUSED } from '../../support/namedAnswers';
import { callerWith, errorOf, orgAccount } from '../../support/ports';

const token = { account: { ...orgAccount(), kind: 'token' as const, token: 't' } };

async function listed(caller: Caller): Promise<object[]> {
	const found: object[] = [];
	for await (const entry of entriesOf(caller, { fullpath: 'A' })) found.push(entry);
	return found;
}

test('a library authorization asks for the whole information', async () => {
	const http = namedAnswers({ info: { body: { fullpath: 'a', filesize: '12' } } });
	expect(await fileCalls(callerWith(http)).info({ hash: 'h' })).toEqual({ fullpath: 'a', filesize: 12 });
	expect(http.asked).toEqual([['info', { hash: 'h', attribute: '10' }]]);
});

test('a user token names the library', async () => {
	const http = namedAnswers({ info: { body: { fullpath: 'a', filesize: '12' } } });
	const params = { mount_id: '3', fullpath: 'a' };
	expect(await fileCalls(callerWith(http, token)).info(params)).toEqual({ fullpath: 'a', filesize: 12 });
	expect(http.asked).toEqual([['info', params]]);
});

test.each([
	[{ urls: ['u1', 'u2'], uris: ['other'] }, ['u1', 'u2']],
	[{}, []],
])('the links of a library authorization in %j', async (body, links) => {
	const http = namedAnswers({ download_url: { body } });
	expect(await fileCalls(callerWith(http)).downloadLinks({ fullpath: 'a' })).toEqual(links);
	expect(http.asked).toEqual([['download_url', { fullpath: 'a' }]]);
});

test.each([
	[{ uris: ['u1', 'u2'], urls: ['other'] }, ['u1', 'u2']],
	[{}, []],
])('the links of a user token in %j', async (body, links) => {
	const http = namedAnswers({ open: { body } });
	const params = { mount_id: '3', fullpath: 'a' };
	expect(await fileCalls(callerWith(http, token)).downloadLinks(params)).toEqual(links);
	expect(http.asked).toEqual([['open', params]]);
});

test('what does not exist has no information; any other failure is thrown', async () => {
	const about = (info: object) => infoIfExists(callerWith(namedAnswers({ info })), { fullpath: 'a' });
	expect(await about({ body: { hash: 'h' } })).toEqual({ hash: 'h' });
	expect(await about(NOT_FOUND)).toBeUndefined();
	expect(await errorOf(about(REFUSED))).toMatchObject({ kind: 'auth' });
	expect(await errorOf(about(new RangeError('a defect')))).toMatchObject({ message: 'a defect' });
});

test('the library of parameters', () => {
	expect(mountIn({ mount_id: '3', fullpath: 'a' })).toEqual({ mount_id: '3' });
	expect(mountIn({ fullpath: 'a' })).toEqual({});
});

test('unless it failed', async () => {
	const failure = new LibraryError('busy', 'x');
	const kinds = async (asking: Promise<number>) => await unlessFailed(asking, ({ kind }) => kind);
	expect(await kinds(Promise.resolve(4))).toBe(4);
	expect(await kinds(Promise.reject(failure))).toBe('busy');
	await expect(kinds(Promise.reject(abortedError()))).rejects.toMatchObject({ kind: 'aborted' });
	await expect(kinds(Promise.reject(new RangeError('a defect')))).rejects.toThrow('a defect');
});

test.each([
	[
		{ fullpath: 'A/b', hash: 'h', dir: 0 },
		{ fullpath: 'A/b', hash: 'h' },
	],
	[{ fullpath: 'A/b/', hash: '' }, { fullpath: 'A/b' }],
	[{ fullpath: '', hash: 'h' }, undefined],
	[{ hash: 'h' }, undefined],
])('the place of %j', (entry, place) => expect(placeOf(entry)).toEqual(place));

test.each([
	['A/b.txt', true],
	['other/b.txt', true],
	['A/b(1).txt', true],
	['A/b.txt/', true],
	['A/c.txt', false],
	['A/bb.txt', false],
	[undefined, false],
])('whether %s has the name b.txt', (fullpath, has) => expect(hasName({ fullpath }, 'A/b.txt')).toBe(has));

describe.each([
	['a library authorization', {}],
	['a user token', token],
])('the entries of a folder with %s', (_, extra) => {
	const many = (length: number) => Array.from({ length }, (__, at) => ({ hash: `h${at}`, fullpath: `A/${at}` }));

	test.each([0, 3, 101])('all %i', async (length) => {
		const http = namedAnswers({ ls: (fields) => pageOf(many(length), fields) });
		const found = await listed(callerWith(http, extra));
		expect(found).toEqual(many(length));
		expect(http.asked[0]?.[1]).toMatchObject({ fullpath: 'A' });
	});

	test('of more, the first 10,000', async () => {
		const all = many(10_050);
		const http = namedAnswers({ ls: (fields) => pageOf(all, fields) });
		expect(await listed(callerWith(http, extra))).toHaveLength(10_000);
	});
});
