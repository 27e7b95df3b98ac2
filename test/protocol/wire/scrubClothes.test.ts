import { scrubber } from '../../../src/protocol/wire/scrub';
import { runs } from '../../support/runs';
import { CLOTHES } from '../../support/secrets/clothes';
import { drawsOf, numberOf } from '../../support/secrets/draws';
import { nastySecret } from '../../support/secrets/nastySecrets';
import { givenAway } from '../../support/secrets/revealed';

/* Every kind of clothes, judged by a decoder that shares nothing with the code: nothing of the secret is left. */

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

test.each(Object.entries(CLOTHES))('%s: nothing is left', (name, dress) => {
	const draw = drawsOf(SEED + numberOf(name));
	for (let n = 0; n < runs(6); n++) {
		const secret = nastySecret(draw, (['any', 'latin', 'ascii'] as const)[n % 3], 20 + (n % 4) * 7);
		const scrub = scrubber([secret]);
		for (const around of AROUND) {
			const text = around(dress(secret));
			const left = givenAway(scrub(text), new Map([['secret', secret]]));
			if (left.length > 0) throw new Error(`${JSON.stringify({ secret, text, scrubbed: scrub(text), left })}`);
		}
	}
});

test.each(Object.entries(CLOTHES))('%s: the judge finds it where nothing is scrubbed', (name, dress) => {
	const secret = nastySecret(drawsOf(SEED + numberOf(name)));
	expect(givenAway(AROUND[1]?.(dress(secret)) ?? '', new Map([['secret', secret]]))).toHaveLength(1);
});
