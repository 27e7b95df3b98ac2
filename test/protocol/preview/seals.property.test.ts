import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { openToken, sealToken, pagePath, readViewerLink, viewerLink } from '#preview/plan';
import { anyText, wholeText } from '../../support/arbitraries';
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
