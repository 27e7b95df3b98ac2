import { makeSecretVault } from '../../../src/client/service/secretVault';

/* Which texts may show which secrets of a run. */

const SECRET = 'violet-harbour-72';
const OTHER = 'another-secret-9';
/** A piece of it, which errors may not show either. */
const PIECE = SECRET.slice(2, 12);
const inText = (secret: string) => `the service said: ${secret}!`;
const SHOWN = inText(SECRET);
const CUT = inText('***');

test('an empty vault changes nothing', () => {
	const vault = makeSecretVault();
	expect([vault.forErrors, vault.forOwnTexts, vault.forItems].map((clean) => clean(SHOWN))).toEqual([
		SHOWN,
		SHOWN,
		SHOWN,
	]);
	expect(vault.all()).toEqual([]);
});

test.each([
	['keep', false],
	['hide', true],
	['note', true],
] as const)('%s: errors and own texts are without the secret from then on; items show it: %p', (how, isShown) => {
	const vault = makeSecretVault();
	// What was cleaned before does not decide about what is learned after it.
	for (const clean of [vault.forErrors, vault.forOwnTexts, vault.forItems]) clean(SHOWN);
	vault[how](SECRET);
	expect(vault.forErrors(SHOWN)).toBe(CUT);
	expect(vault.forOwnTexts(SHOWN)).toBe(CUT);
	expect(vault.forItems(SHOWN)).toBe(isShown ? SHOWN : CUT);
	vault[how](OTHER);
	expect(vault.forErrors(inText(OTHER))).toBe(CUT);
	expect(vault.forItems(inText(OTHER))).toBe(isShown ? inText(OTHER) : CUT);
	expect(vault.all()).toEqual([SECRET, OTHER]);
});

test('errors may not show a piece of a secret; own texts and items may', () => {
	const vault = makeSecretVault();
	vault.keep(SECRET);
	expect(vault.forErrors(inText(PIECE))).toBe(CUT);
	expect(vault.forOwnTexts(inText(PIECE))).toBe(inText(PIECE));
	expect(vault.forItems(inText(PIECE))).toBe(inText(PIECE));
});

test('several secrets are taken at once; what is missing or empty is none', () => {
	const vault = makeSecretVault();
	vault.keep(undefined, 'first-of-them', '', 'second-of-them');
	vault.hide('', undefined);
	vault.note(undefined, '');
	expect(vault.all()).toEqual(['first-of-them', 'second-of-them']);
});

test.each([
	['keep', 200],
	['hide', 200],
	['note', 40],
] as const)('%s: the last %d are known', (how, limit) => {
	const vault = makeSecretVault();
	const secrets = Array.from({ length: limit + 3 }, (_, nth) => `secret-number-${1000 + nth}`);
	vault[how](...secrets.slice(0, limit));
	expect(vault.all()).toEqual(secrets.slice(0, limit));
	const [oldest = '', newest = ''] = [secrets[0], secrets.at(-1)];
	expect(vault.forErrors(oldest)).toBe('***');
	vault[how](...secrets.slice(limit));
	expect(vault.all()).toEqual(secrets.slice(3));
	expect(vault.forErrors(newest)).toBe('***');
});

test('secrets of the moment do not push out those that are kept', () => {
	const vault = makeSecretVault();
	vault.keep(SECRET);
	vault.hide('hidden-password');
	for (let nth = 0; nth < 100; nth++) vault.note(`signature-${nth}`);
	expect(vault.all()).toHaveLength(42);
	expect(vault.forErrors(SHOWN)).toBe(CUT);
	expect(vault.forErrors(inText('hidden-password'))).toBe(CUT);
});
