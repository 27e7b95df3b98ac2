import { scrubber, wholeScrubber } from '../../../src/protocol/wire/scrub';
import { runs } from '../../support/runs';
import { ENCODINGS, WHOLE_ENCODINGS } from '../../support/secrets/encodings';
import { drawsOf, numberOf, oneOf } from '../../support/secrets/draws';
import { nastySecret } from '../../support/secrets/nastySecrets';
import { givenAway } from '../../support/secrets/revealed';

/* Every encoding, judged by a decoder that shares nothing with the code: nothing of the secret is left. */

const SEED = Number(process.env.FEED_SEED ?? 1);
/** What may be around a repeated secret. */
const AROUND: ReadonlyArray<(said: string) => string> = [
	(said) => said,
	(said) => `the client with secret "${said}" is unknown`,
	(said) => `client_secret=${said}&dateline=1`,
	(said) => JSON.stringify({ error_msg: said }),
	(said) => `<title>Sign in</title><p>${said}</p>`,
	(said) => `abc${said}def`,
];

test.each(Object.entries(ENCODINGS))('%s: nothing is left', (name, encode) => {
	const draw = drawsOf(SEED + numberOf(name));
	for (let n = 0; n < runs(6); n++) {
		const secret = nastySecret(draw, (['any', 'latin', 'ascii'] as const)[n % 3], 20 + (n % 4) * 7);
		const scrub = scrubber([secret]);
		for (const around of AROUND) {
			const text = around(encode(secret));
			const left = givenAway(scrub(text), new Map([['secret', secret]]));
			if (left.length > 0) throw new Error(`${JSON.stringify({ secret, text, scrubbed: scrub(text), left })}`);
		}
	}
});

test.each(Object.entries(ENCODINGS))('%s: the judge finds it where nothing is scrubbed', (name, encode) => {
	const secret = nastySecret(drawsOf(SEED + numberOf(name)));
	expect(givenAway(AROUND[1]?.(encode(secret)) ?? '', new Map([['secret', secret]]))).toHaveLength(1);
});

/** Expects that nothing of a secret is left by a scrubber, as the judge sees it. */
function expectNothingLeft(scrub: (text: string) => string, secret: string, text: string): void {
	const left = givenAway(scrub(text), new Map([['secret', secret]]));
	expect({ secret, text, left }).toEqual({ secret, text, left: [] });
}

test.each(WHOLE_ENCODINGS)('%s: an item loses a whole secret', (name, encode) => {
	const draw = drawsOf(SEED + numberOf(name) + 1);
	for (let n = 0; n < runs(3); n++) {
		const secret = nastySecret(draw, oneOf(draw, ['any', 'latin', 'ascii']), 8 + Math.floor(draw() * 40));
		const text = oneOf(draw, AROUND)(encode(secret));
		expectNothingLeft(wholeScrubber([secret, 'another-secret']), secret, text);
	}
});

/** What a secret may contain that reads like an escape, where one writes others around it. */
const OWN_ESCAPES = [
	...['%aa', '%41', '%u00e9', '%2541', '%25%aa', '&amp;', '&#65;', '&lt'],
	...['\\/', '\\n', '\\u00e9', '\\\\/'],
];

test.each(Object.entries(ENCODINGS))('%s: a secret with escapes of its own is recognized', (name, encode) => {
	const draw = drawsOf(SEED + numberOf(name) + 2);
	const isWhole = WHOLE_ENCODINGS.some(([whole]) => whole === name);
	for (const own of OWN_ESCAPES)
		for (let n = 0; n < runs(1); n++) {
			const others = [`ab/c${own}d"e&f+gh<i`, `${own}Kx7&mQ'2 vR=9"zT`, `a&b"${own}<${own}/c`];
			const secret = oneOf(draw, [...others, `Kx7&mQ'2\\vR=9"zT${own}`]);
			const text = oneOf(draw, AROUND)(encode(secret));
			expectNothingLeft((isWhole && draw() < 0.5 ? wholeScrubber : scrubber)([secret]), secret, text);
		}
});

test('what reads like a secret with escapes of its own undone is another text', () => {
	const scrub = wholeScrubber(['%41%42%43%44%45']);
	expect(scrub('ABCDE &amp; others')).toBe('ABCDE &amp; others');
	expect(scrub('&#37;41%42%43%44%45 &amp; others')).toBe('*** &amp; others');
});
