import { deepEqual, equal } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import {
	frameOrigins,
	pageTokens,
	type PageStatement,
	pagePath,
	readViewerLink,
	requireViewer,
	viewerLink,
} from '#preview/plan';
import { anyText, wholeText } from '../../support/arbitraries';
import { property } from '../../support/property';

const SECRET = 'library-secret-0123456789';
const PAGE = 'https://n8n.example.com/webhook/contracts';
const NOW = 1_800_000_000;

/** The rule of docs/decisions/0005-preview-page-signing.md, written again: a signed JSON list with its own key. */
function signature(path: string, viewer: string, expires: number | null, file: string | null): string {
	const key = createHmac('sha256', SECRET).update('file-library-viewer-link').digest();
	return createHmac('sha256', key)
		.update(JSON.stringify(['file-library-viewer-link', path, viewer, expires, file]))
		.digest('base64url');
}
const queryOf = (link: string): Record<string, string> => Object.fromEntries(new URL(link).searchParams);

describe('the path that identifies a page', () => {
	test.each([
		[PAGE, 'contracts'],
		['https://n8n.example.com/webhook-test/contracts', 'contracts'],
		['http://localhost:5678/webhook/a/b?x=1#y', 'a/b'],
		['https://example.com/n8n/webhook/contracts/', 'contracts'],
		['https://example.com/hooks/contracts', 'hooks/contracts'],
		['https://example.com/webhook/webhook/x', 'webhook/x'],
		['https://example.com/webhook/a b/合同', 'a%20b/%E5%90%88%E5%90%8C'],
	])('%s', (address, path) => expect(pagePath(address)).toBe(path));

	test.each(['', 'contracts', 'ftp://example.com/webhook/x', 'javascript:alert(1)'])('%s is no page', (address) => {
		expect(() => pagePath(address)).toThrow('Page URL');
	});
});

describe('viewer link', () => {
	test.each([
		[{ viewer: 'zhang.wei' }, ['zhang.wei', null, null]],
		[{ viewer: '张伟 <b>&"', expires: NOW + 60, file: 'abc' }, ['张伟 <b>&"', NOW + 60, 'abc']],
	] as const)('%j is signed by the rule and read back', (stated, [viewer, expires, file]) => {
		const link = viewerLink(`${PAGE}?lang=en&viewer=old&expires=1&file=old&signature=old#top`, stated, SECRET);
		expect(queryOf(link)).toEqual({
			lang: 'en',
			viewer,
			...(expires === null ? {} : { expires: String(expires) }),
			...(file === null ? {} : { file }),
			signature: signature('contracts', viewer, expires, file),
		});
		expect(readViewerLink(queryOf(link), 'contracts', SECRET, NOW)).toEqual(stated);
	});

	const good = queryOf(viewerLink(PAGE, { viewer: 'zhang.wei', expires: NOW + 60, file: 'abc' }, SECRET));
	const { signature: sealed = '', ...unsigned } = good;
	test.each<[string, Record<string, unknown>]>([
		['no signature', unsigned],
		['a padded signature', { ...good, signature: `${sealed}=` }],
		['no expiry', { ...good, expires: undefined }],
		['no file', { ...good, file: undefined }],
		['no viewer', { ...good, viewer: undefined }],
		['two viewers', { ...good, viewer: ['zhang.wei', 'li.si'] }],
		['two expiries', { ...good, expires: [String(NOW + 60)] }],
		['only a viewer', { viewer: 'li.si' }],
	])('refused: %s', (_name, query) => expect(readViewerLink(query, 'contracts', SECRET, NOW)).toBe('signature'));

	test('a link to another page, or signed with another secret, is refused', () => {
		expect(readViewerLink(good, 'other', SECRET, NOW)).toBe('signature');
		expect(readViewerLink(good, 'contracts', `${SECRET}x`, NOW)).toBe('signature');
	});
	test('expires to the second; a changed link is reported as changed, not as expired', () => {
		expect(readViewerLink(good, 'contracts', SECRET, NOW + 59)).toMatchObject({ viewer: 'zhang.wei' });
		expect(readViewerLink(good, 'contracts', SECRET, NOW + 60)).toBe('expired');
		expect(readViewerLink({ ...good, viewer: 'x' }, 'contracts', SECRET, NOW + 60)).toBe('signature');
	});
	test.each(['', '  ', 'a\nb', 'a\u0000', 'x'.repeat(201)])('no link for the viewer %j', (viewer) =>
		expect(() => requireViewer(viewer)).toThrow('Viewer'),
	);
});

const stated: PageStatement = {
	file: { hash: 'abc', fullpath: 'Geheim/合同.pdf', filename: '合同.pdf' },
	viewer: null,
	loadId: 'l',
	issued: NOW,
};
const sealToken = (stated: PageStatement, path: string, secret: string): string =>
	pageTokens(secret, [path], () => stated.issued).issue(stated);
const openToken = (token: unknown, path: string, secret: string, now: number, forRenewal?: boolean) =>
	pageTokens(secret, [path], () => now).open(token, forRenewal);
const token = sealToken(stated, 'contracts', SECRET);

test('a token from the future was issued by a wrong clock, unless the clocks differ by minutes only', () => {
	expect(openToken(token, 'contracts', SECRET, NOW - 300)).toEqual(stated);
	expect(openToken(token, 'contracts', SECRET, NOW - 301)).toBeUndefined();
	expect(openToken(token, 'contracts', SECRET, NOW - 301, true)).toBeUndefined();
});

/* Websites that may show a page: what goes into frame-ancestors (CSP), and nothing else. */

test.each([
	[['https://intranet.example.com'], ['https://intranet.example.com']],
	[[' HTTPS://Intranet.Example.com/ '], ['https://intranet.example.com']],
	[
		['http://localhost:5678', 'http://a:80'],
		['http://localhost:5678', 'http://a'],
	],
	[['https://a.example', 'https://a.example:443/'], ['https://a.example']],
	[['https://bücher.example'], ['https://xn--bcher-kva.example']],
])('%j are the origins %j', (entered, origins) => expect(frameOrigins(entered)).toEqual(origins));

test.each([
	'',
	'intranet.example.com',
	'https://a.example/path',
	'https://a.example/?',
	'https://a.example?x=1',
	'https://*.example.com',
	'https://kim:secret@a.example',
	"https://a'.example",
	'https://a;b.example',
	'https://a.example.',
	'https://[::1]',
	'ftp://a.example',
])('%j is refused', (entered) =>
	expect(() => frameOrigins(['https://ok.example', entered])).toThrow(
		"Allow Embedding On can't contain anything other than origins of websites",
	),
);

/* Links and tokens that visitors of pages hold in their hands, and what they post. */

/** A change of a text: something put in, left out or replaced at a place. */
const change = fc.record({
	at: fc.nat(600),
	remove: fc.nat(3),
	insert: fc.oneof(anyText(3), fc.constantFrom('=', 'A', '-', '_')),
});
const changed = (text: string, { at, remove, insert }: { at: number; remove: number; insert: string }): string => {
	const place = at % (text.length + 1);
	return text.slice(0, place) + insert + text.slice(place + remove);
};

/** What a secret is to HMAC (RFC 2104), which fills it up with NUL. */
const keyOf = (secret: string): string => secret.replace(/\0+$/, '');
const file = fc.record(
	{ hash: wholeText(10), fullpath: wholeText(30), filename: wholeText(20) },
	{ noNullPrototype: true },
);

property({
	promise: 'a page token opens for its page, secret and time, and no other text does',
	count: 700,
	cases: fc.record({
		stated: fc.record(
			{ file, viewer: fc.option(wholeText(20)), loadId: wholeText(10), issued: fc.constant(NOW) },
			{ noNullPrototype: true },
		),
		path: wholeText(20),
		secret: wholeText(20),
		other: wholeText(20),
		later: fc.integer({ min: -10, max: 900_000 }),
		change,
	}),
	keeps: ({ stated, path, secret, other, later, change: made }) => {
		const token = sealToken(stated, path, secret);
		const day = 12 * 3_600;
		deepEqual(openToken(token, path, secret, NOW + later), later <= day ? stated : undefined);
		deepEqual(openToken(token, path, secret, NOW + later, true), later <= day + 7 * 86_400 ? stated : undefined);
		const wrong = changed(token, made);
		if (wrong !== token) equal(openToken(wrong, path, secret, NOW), undefined);
		if (other !== path) equal(openToken(token, other, secret, NOW), undefined);
		if (keyOf(other) !== keyOf(secret)) equal(openToken(token, path, other, NOW), undefined);
		for (const text of [other, null, 7, {}, [token]]) equal(openToken(text, path, secret, NOW), undefined);
	},
});

const viewer = wholeText(30).filter((text) => text.trim() !== '' && !/[\u0000-\u001f\u007f]/.test(text));

property({
	promise: 'a viewer link says what was signed, until it expires, and nothing of it can be changed',
	count: 700,
	cases: fc.record({
		viewer,
		expires: fc.option(fc.integer({ min: 0, max: 253_402_300_799 }), { nil: undefined }),
		file: fc.option(wholeText(20), { nil: undefined }),
		name: fc.constantFrom('viewer', 'expires', 'file', 'signature', 'other'),
		value: anyText(12),
		secret: wholeText(20),
	}),
	keeps: ({ name, value, secret, ...stated }) => {
		const address = 'https://n8n.example/webhook/abc/preview?x=1#y';
		const given = JSON.parse(JSON.stringify(stated)) as typeof stated;
		const query = Object.fromEntries(new URL(viewerLink(address, given as never, secret)).searchParams);
		const read = readViewerLink(query, pagePath(address), secret, NOW);
		const isOver = given.expires !== undefined && given.expires <= NOW;
		deepEqual(read, isOver ? 'expired' : given);
		if (name === 'other' || query[name] === value) return;
		const forged = readViewerLink({ ...query, [name]: value }, pagePath(address), secret, NOW);
		// Leading zeros say the same time.
		if (name === 'expires' && /^0*\d+$/.test(value) && Number(value) === given.expires) return;
		equal(forged, 'signature');
	},
});
