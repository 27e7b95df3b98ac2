import fc from 'fast-check';
import { decodeAnswer } from '../../../src/protocol/wire/decode';
import { outcomeOf } from '../../support/check';
import { property } from '../../support/property';
import { anySecret as secret, encoded, nothingLeft, encodes } from '../../support/secrets/encoded';

/* Errors that are made of answers with secrets. */

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
