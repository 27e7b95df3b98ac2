import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { decodeAnswer } from '../../../src/protocol/wire/decode';
import { scrubber } from '../../../src/protocol/wire/scrub';
import { outcomeOf } from '../../support/check';
import { property } from '../../support/property';
import { anySecret as secret, encoded, encodes, nothingLeft, stretches } from '../../support/secrets/encoded';

/* Secrets that a service repeats, in whatever encoding: nothing of 8 characters and more may be left. */

const around = fc.string({ unit: fc.constantFrom(...'xyz ,:;!?()[]{}#|'), maxLength: 12 });

property({
	promise: 'of a secret in any encoding, whole or cut, no 8 characters are left',
	count: 2500,
	cases: fc.record({
		secret,
		encode: encodes,
		cut: fc.tuple(fc.nat(40), fc.integer({ min: 8, max: 48 })),
		before: around,
		after: around,
	}),
	keeps: ({ secret: hidden, encode, cut: [from, length], before, after }) => {
		const piece = [...hidden]
			.slice(from % Math.max(1, [...hidden].length - 7))
			.slice(0, length)
			.join('');
		const scrub = scrubber([hidden, 'another-secret']);
		nothingLeft(scrub(before + encoded(piece, encode) + after), piece, encode);
		nothingLeft(scrub(`${before}${encoded(piece, encode)}|${encoded(piece, encode)}`), piece, encode);
	},
});

/** Texts that Base64 in a text may mean, at any of the four places where it may begin. */
const unpacked = (text: string): string[] =>
	[...text.matchAll(/[A-Za-z0-9+/_-]{4,}/g)].flatMap(([run]) =>
		[0, 1, 2, 3].map((shift) => Buffer.from(run.slice(shift), 'base64').toString('utf8')),
	);

property({
	promise: 'of a secret inside Base64 of anything, no 8 characters are left',
	count: 1250,
	cases: fc.record({
		secret,
		before: fc.string({ maxLength: 9 }),
		after: fc.string({ maxLength: 9 }),
		url: fc.boolean(),
	}),
	keeps: ({ secret: hidden, before, after, url }) => {
		const text = Buffer.from(before + hidden + after).toString(url ? 'base64url' : 'base64');
		const left = scrubber([hidden])(`code ${text}.`);
		for (const content of [left, ...unpacked(left)])
			for (const piece of stretches(hidden)) ok(!content.includes(piece), `"${piece}" is left in "${left}"`);
	},
});

/** A text of letters, and secrets of none of them; escapes of letters that the secret does not have. */
const innocent = fc
	.array(
		fc.constantFrom(
			'offer',
			' ',
			'%41',
			'&amp;',
			'\\u0041',
			'\\n',
			'100 %',
			'&#65;',
			'Bad',
			'/',
			'"',
			'%',
			'&',
			'\\',
		),
		{ maxLength: 30 },
	)
	.map((parts) => parts.join(''));

property({
	promise: 'a text without a secret stays as it is',
	count: 1050,
	cases: fc.record({
		text: innocent,
		secrets: fc.array(fc.string({ unit: fc.constantFrom(...'QZ7KWXJVY9'), minLength: 10, maxLength: 40 }), {
			maxLength: 3,
		}),
	}),
	keeps: ({ text, secrets }) => equal(scrubber(secrets)(text), text),
});

/** Where an answer may repeat something. */
const PLACES: Readonly<
	Record<string, (text: string) => { status: number; headers: Record<string, string>; text: string }>
> = {
	message: (text) => ({ status: 403, headers: {}, text: JSON.stringify({ error_code: 40310, error_msg: text }) }),
	code: (text) => ({ status: 400, headers: {}, text: JSON.stringify({ error_code: text }) }),
	word: (text) => ({ status: 400, headers: {}, text: JSON.stringify({ error: text, error_description: text }) }),
	path: (text) => ({ status: 404, headers: {}, text: JSON.stringify({ error_code: 40402, fullpath: text }) }),
	title: (text) => ({
		status: 502,
		headers: { 'content-type': 'text/html' },
		text: `<title>${text.replaceAll('<', '')}</title>`,
	}),
	page: (text) => ({ status: 200, headers: { 'content-type': 'text/html' }, text: `<html>${text}` }),
	text: (text) => ({ status: 200, headers: {}, text: `Sorry ${text}` }),
	bare: (text) => ({ status: 200, headers: {}, text: JSON.stringify(text) }),
	redirect: (text) => ({ status: 302, headers: { location: `https://x.example/${text}` }, text: '' }),
	coding: (text) => ({ status: 200, headers: { 'content-encoding': text }, text: 'x' }),
	entry: (text) => ({ status: 200, headers: {}, text: JSON.stringify([{ error_code: 1, error_msg: text }]) }),
};

property({
	promise: 'an error made of an answer that repeats a secret anywhere says nothing of it',
	count: 1400,
	cases: fc.record({ secret, encode: encodes, place: fc.constantFrom(...Object.keys(PLACES)) }),
	keeps: ({ secret: hidden, encode, place }) => {
		const answer = PLACES[place]?.(encoded(hidden, encode)) ?? { status: 200, headers: {}, text: '' };
		const { error } = outcomeOf(() => decodeAnswer('op', answer, 0, [hidden], { mustConfirm: true }));
		if (!error) return;
		const said = [error.message, error.hint, String(error.code ?? ''), String(error.cause ?? '')].join(' ');
		nothingLeft(said, hidden, encode);
		nothingLeft(said, hidden, (char) => char);
	},
});
