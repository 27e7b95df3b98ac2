import { openLink, type OpenLink } from '../../../src/client/download/openLink';
import { errorOf } from '../../support/ports';
import { fakeHosts, type HostReply } from './fakeHosts';

/* What is asked of a host of files, and which of its answers are the content from a byte on. */

const URL = 'https://host.example.com/files/a.bin?sign=S3CRET-OF-THE-LINK';
const nothing = async (): Promise<void> => undefined;
const opening = (replies: HostReply[], offset = 0, before?: Partial<OpenLink>) => {
	const hosts = fakeHosts(...replies);
	const known = before && { headers: {}, compressed: false, skip: 0, receive: nothing, discard: nothing, ...before };
	return { hosts, opened: openLink(hosts.caller, URL, offset, known) };
};
const open = async (...[reply, ...more]: [HostReply, number?, Partial<OpenLink>?]) =>
	await opening([reply], ...more).opened;

test('a request for all of a file names no range, and nothing of the account', async () => {
	const { hosts, opened } = opening([{}]);
	await opened;
	const asked = { method: 'GET', url: URL, operation: 'download', headers: { accept: '*/*' } };
	expect(hosts.sent).toEqual([{ ...asked, followRedirects: true, largeAnswer: true }]);
	expect(hosts.discarded()).toBe(0);
});

test.each<[string, HostReply, number, { size?: number; skip: number }]>([
	['all of it', { headers: { 'content-length': '10' } }, 0, { size: 10, skip: 0 }],
	['all of it, of unknown length', {}, 0, { skip: 0 }],
	['all of it, of a length that is no number', { headers: { 'content-length': '10x' } }, 0, { skip: 0 }],
	['all of it in place of the rest', { headers: { 'content-length': '10' } }, 4, { size: 10, skip: 4 }],
	['an empty file', { headers: { 'content-length': '0' } }, 0, { size: 0, skip: 0 }],
	// The length of the part says nothing about that of the file.
	[
		'the rest',
		{ status: 206, headers: { 'content-range': 'bytes 4-9/10', 'content-length': '6' } },
		4,
		{ size: 10, skip: 0 },
	],
	[
		'the rest of a file of unknown length',
		{ status: 206, headers: { 'content-range': 'bytes 4-9/*', 'content-length': '6' } },
		4,
		{ skip: 0 },
	],
])('%s', async (_what, reply, offset, { size, skip }) => {
	const link = await open(reply, offset);
	expect([link.size, link.skip, link.compressed]).toEqual([size, skip, false]);
	expect('size' in link).toBe(size !== undefined);
});

const REST = 'bytes 4-9/10';
test.each<[string, HostReply, Partial<OpenLink> | undefined, RegExp]>([
	['from another byte', { status: 206, headers: { 'content-range': 'bytes 5-9/10' } }, undefined, /from byte 4$/],
	['without saying from where', { status: 206 }, undefined, /from byte 4$/],
	['in another unit', { status: 206, headers: { 'content-range': 'lines 4-9/10' } }, undefined, /from byte 4$/],
	[
		'of another tag',
		{ status: 206, headers: { 'content-range': REST, etag: '"2"' } },
		{ headers: { etag: '"1"' } },
		/changed/,
	],
	['of another length', { status: 206, headers: { 'content-range': REST } }, { size: 11 }, /changed/],
	[
		'of a compressed form with another tag',
		{ compressed: true, headers: { etag: '"2"' } },
		{ compressed: true, headers: { etag: '"1"' } },
		/changed/,
	],
])('a part %s does not continue a file', async (_what, reply, before, message) => {
	const { hosts, opened } = opening([reply], 4, before);
	const error = await errorOf(opened);
	expect(error).toMatchObject({ kind: 'protocol', retryable: false, operation: 'download' });
	expect(error.hint).toBe('Try the download again');
	expect(error.message).toMatch(message);
	expect(hosts.discarded()).toBe(hosts.sent.length);
});

test.each<[string, HostReply, HostReply]>([
	[
		'a wrong part',
		{ status: 206, headers: { 'content-range': 'bytes 5-9/10' } },
		{ headers: { 'content-length': '10' } },
	],
	[
		'a wrong part, then the whole as a part',
		{ status: 206, headers: { 'content-range': 'bytes 5-9/10' } },
		{ status: 206, headers: { 'content-range': 'bytes 0-9/10' } },
	],
	['a refused part', { status: 416 }, { headers: { 'content-length': '10' } }],
	[
		'a part of compressed bytes',
		{ status: 206, compressed: true, headers: { 'content-range': 'bytes 4-9/20' } },
		{ headers: { 'content-length': '10' } },
	],
])('%s: the file is asked for once more, from the beginning', async (_what, first, second) => {
	const { hosts, opened } = opening([first, second], 4);
	expect(await opened).toMatchObject({ size: 10, skip: 4 });
	expect(hosts.ranges()).toEqual(['bytes=4-', undefined]);
	expect(hosts.discarded()).toBe(1);
});

test.each<[string, HostReply, Partial<OpenLink>]>([
	[
		'the same tag and length',
		{ headers: { etag: '"1"', 'content-length': '10' } },
		{ headers: { etag: '"1"' }, size: 10 },
	],
	['no tag and no length any more', {}, { headers: { etag: '"1"' }, size: 10 }],
	['a tag and a length that were not known', { headers: { etag: '"1"', 'content-length': '10' } }, {}],
	['the tag of a compressed form', { compressed: true, headers: { etag: '"2"' } }, { headers: { etag: '"1"' } }],
])('%s: it is the same file', async (_what, reply, before) => {
	expect((await open(reply, 4, before)).skip).toBe(4);
});

test.each<[string, HostReply, object, RegExp]>([
	[
		'an error of the service',
		{ status: 404, pieces: [' \n{"error_code":40402}'] },
		{ kind: 'notFound', code: 40402 },
		/^https:\/\/host\.example\.com: .*does not exist/,
	],
	[
		'a web page',
		{ status: 403, pieces: ['<html>for members only'] },
		{ kind: 'auth' },
		/^https:\/\/host\.example\.com: (?!.*members)/,
	],
	['a text', { status: 404, pieces: ['no {"error_code":40410}'] }, { kind: 'notFound' }, /^(?!.*40410)/],
	['a redirect that leads nowhere', { status: 300 }, {}, /^https:\/\/host\.example\.com sent HTTP 300 in place of/],
	['nothing new', { status: 304 }, {}, /^https:\/\/host\.example\.com sent HTTP 304 in place of the file$/],
])('%s is an error with its status', async (_what, reply, known, message) => {
	const { hosts, opened } = opening([reply]);
	const error = await errorOf(opened);
	expect(error).toMatchObject({ name: 'LibraryError', status: reply.status, operation: 'download', ...known });
	expect(error.message).toMatch(message);
	expect(error.cause).toBeUndefined();
	// Its text was read, which is all that an answer allows.
	expect(hosts.discarded()).toBe(0);
});

test.each(['', 'files/a.bin', 'ftp://host.example.com/a', 'see https://host.example.com/a', 'http://[', 'https:'])(
	'%j is no link',
	async (url) => {
		const hosts = fakeHosts({});
		const error = await errorOf(openLink(hosts.caller, url, 0, undefined));
		expect(error).toMatchObject({ kind: 'protocol', operation: 'download' });
		expect(error.message).toMatch(/isn't an http or https address/);
		expect(hosts.sent).toHaveLength(0);
	},
);
