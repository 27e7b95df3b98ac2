import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { readPost, openToken, sealToken, pagePath, readViewerLink, viewerLink } from '#preview/plan';
import { openReading, READING_PARAMETER, readingAddress, sealReading, readReadingPost } from '#reading/plan';
import { anyJson, anyText, objectOf, wholeText } from '../../support/arbitraries';
import { nothingInherited, outcomeOf } from '../../support/check';
import { property } from '../../support/property';

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

const NOW = 1_800_000_000;
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

property({
	promise: 'a reading link opens in its execution with its secret, and no other text does',
	count: 700,
	cases: fc.record({
		stated: fc.record(
			{
				id: wholeText(10),
				viewer: wholeText(20),
				file: wholeText(10),
				ask: fc.constantFrom('read' as const, 'approve' as const),
				comment: fc.boolean(),
				sameContent: fc.boolean(),
				allPages: fc.boolean(),
				reason: fc.boolean(),
				issued: fc.nat(),
			},
			{ noNullPrototype: true },
		),
		execution: wholeText(10),
		secret: wholeText(20),
		other: wholeText(20),
		change,
	}),
	keeps: ({ stated, execution, secret, other, change: made }) => {
		const sealed = sealReading(stated, execution, secret);
		deepEqual(openReading(sealed, execution, secret), stated);
		const address = new URL(readingAddress('https://n8n.example/webhook-waiting/7?signature=s', sealed));
		equal(address.searchParams.get(READING_PARAMETER), sealed);
		equal(address.searchParams.get('signature'), 's');
		const wrong = changed(sealed, made);
		if (wrong !== sealed) equal(openReading(wrong, execution, secret), undefined);
		if (other !== execution) equal(openReading(sealed, other, secret), undefined);
		if (keyOf(other) !== keyOf(secret)) equal(openReading(sealed, execution, other), undefined);
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
		const url = new URL(viewerLink(address, given as never, secret));
		const query = Object.fromEntries(url.searchParams);
		const read = readViewerLink(query, pagePath(address), secret, NOW);
		const isOver = given.expires !== undefined && given.expires <= NOW;
		deepEqual(read, isOver ? { is: 'refused', reason: 'expired' } : { is: 'viewer', stated: given });
		if (name === 'other' || query[name] === value) return;
		const forged = readViewerLink({ ...query, [name]: value }, pagePath(address), secret, NOW);
		// Leading zeros say the same time.
		if (name === 'expires' && /^0*\d+$/.test(value) && Number(value) === given.expires) return;
		deepEqual(forged, { is: 'refused', reason: 'signature' });
	},
});

const NAMES = [
	'token',
	'renew',
	'events',
	'page',
	'progress',
	'time',
	'current',
	'total',
	'kind',
	'pages',
	'decision',
	'comment',
];
const number = fc.constantFrom<unknown>(0, 1, 2, 3, 10, -1, 0.5, 1e9, 1e300, '1', null, NaN, Infinity);
const event = objectOf(
	fc.constantFrom('page', 'progress', 'time'),
	fc.oneof(number, objectOf(fc.constantFrom('current', 'total'), number)),
);
const post = fc.oneof(
	anyJson(NAMES),
	objectOf(
		fc.constantFrom(...NAMES),
		fc.oneof(number, anyText(5), fc.array(fc.oneof(number, event), { maxLength: 4 })),
	),
	fc.record({ token: anyText(5), events: fc.array(event, { maxLength: 60 }) }),
	fc.record({
		kind: fc.constantFrom('renew', 'progress', 'finished', 'decision', 'x'),
		pages: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
		total: fc.integer({ min: 0, max: 6 }),
		current: number,
		time: number,
		decision: fc.constantFrom('approve', 'decline', 'x'),
		comment: fc.oneof(anyText(20), fc.constant('x'.repeat(2_001))),
	}),
);

property({
	promise: 'what a visitor posts is read within its bounds or not at all',
	count: 1400,
	cases: fc.record({ post, asText: fc.boolean(), cut: fc.nat(200) }),
	keeps: ({ post: posted, asText, cut }) => {
		const body: unknown = asText ? JSON.stringify(posted)?.slice(0, cut > 150 ? undefined : cut) : posted;
		const read = outcomeOf(() => readPost(body));
		ok(!read.error);
		for (const { extent, time } of read.value?.events ?? []) {
			ok(time >= 0 && time <= 8.64e15 && extent.current >= 0 && extent.total >= 0);
			ok(extent.current <= 1e7 && extent.total <= 1e7);
		}
		ok((read.value?.events.length ?? 0) <= 50);
		const reading = readReadingPost(body);
		if (reading && reading.kind !== 'renew' && reading.kind !== 'close') {
			const { pages, total } = reading;
			ok(pages.length <= total && new Set(pages).size === pages.length);
			ok(pages.every((page) => Number.isInteger(page) && page >= 1 && page <= total));
			deepEqual(
				[...pages].sort((a, b) => a - b),
				pages,
			);
			if (reading.kind === 'finished') equal(pages.length, total);
			if (reading.kind === 'decision')
				ok(!/[\u0000-\u0008\r]/.test(reading.comment) && reading.comment.length <= 2_000);
		}
		nothingInherited();
	},
});
