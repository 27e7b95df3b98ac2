import { leastOf, msOf } from '../../support/cpu';
import { makeSecretVault } from '../../../src/client/service/secretVault';

/* What a run knows as secret, and for how long; callers that share slots. */

const names = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word}-secret-${n}`);

describe('a vault', () => {
	test('keeps what is of the credential from errors and items, what a person chose from errors only', () => {
		const vault = makeSecretVault();
		const text = 'The key kept-secret-1, the name hidden-name-2 and the link noted-link-3';
		expect([vault.forErrors(text), vault.forItems(text), vault.forOwnTexts(text)]).toEqual([text, text, text]);
		vault.keep('kept-secret-1', undefined, '');
		expect(vault.forItems(text)).not.toContain('kept-secret-1');
		vault.hide('hidden-name-2');
		vault.note('noted-link-3');
		expect(vault.all()).toEqual(['kept-secret-1', 'hidden-name-2', 'noted-link-3']);
		for (const shown of [vault.forErrors(text), vault.forOwnTexts(text)])
			for (const secret of vault.all()) expect(shown).not.toContain(secret);
		expect(vault.forItems(text)).toContain('the name hidden-name-2 and the link noted-link-3');
	});
	test('knows what is added after it was asked', () => {
		const vault = makeSecretVault();
		const secrets = ['Zanzibar', 'MOZAMBIQUE', '9182736455'];
		for (const [at, add] of [vault.keep, vault.hide, vault.note].entries()) {
			const secret = secrets[at] ?? '';
			for (const shown of [vault.forErrors, vault.forOwnTexts]) expect(shown(secret)).toBe(secret);
			expect(vault.forItems(secret)).toBe(secret);
			add(secret);
			add(secret);
			for (const shown of [vault.forErrors, vault.forOwnTexts]) expect(shown(secret)).not.toContain(secret);
		}
		expect(vault.all()).toHaveLength(3);
		expect(vault.forItems('Zanzibar, MOZAMBIQUE')).toMatch(/^(?!.*Zanzibar).*, MOZAMBIQUE$/);
	});
	test.each(['forErrors', 'forOwnTexts', 'forItems'] as const)('%s prepares its search once', (shown) => {
		const vault = makeSecretVault();
		vault.keep(...names(200, 'kept'));
		const search = vault[shown];
		const first = msOf(() => search('a text'));
		const more = leastOf(() => msOf(() => Array.from({ length: 1000 }, () => search('a text'))));
		expect(more).toBeLessThan(100 * Math.max(1, first));
	});
	test('forgets the oldest of 200 and 40', () => {
		const vault = makeSecretVault();
		vault.note(...names(41, 'noted'));
		expect(vault.all()).toEqual(names(41, 'noted').slice(1));
		vault.keep(...names(200, 'kept'));
		vault.hide(...names(201, 'hidden'));
		expect(vault.all()).toEqual([
			...names(200, 'kept'),
			...names(201, 'hidden').slice(1),
			...names(41, 'noted').slice(1),
		]);
	});
});
