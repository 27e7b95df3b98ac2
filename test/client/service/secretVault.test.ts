import { linkSecrets, makeSecretVault } from '../../../src/client/service/secretVault';
import { callsIn } from '../../support/countedCalls';
import { deepTest } from '../../support/runs';

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
	deepTest('prepares its searches once', async () => {
		for (const shown of ['forErrors', 'forOwnTexts', 'forItems'] as const) {
			const vault = makeSecretVault();
			vault.keep(...names(200, 'kept'));
			const search = vault[shown];
			const first = await callsIn(() => search('a text'));
			expect(await callsIn(() => search('another text'))).toBeLessThan(first / 10);
		}
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

const secretsIn = (url: string): string[] => [...new Set(linkSecrets(url))].filter((secret) => secret !== '').sort();
const HOST = 'https://host.example.com';

test.each<[string, string, string[]]>([
	['no address', 'just a text', []],
	['nothing that is signed', `${HOST}/a/b?x=1`, []],
	['a value of eight characters', `${HOST}/a?sign=abcdefgh`, ['abcdefgh']],
	['not a shorter one', `${HOST}/a?sign=abcdefg`, []],
	['every value, decoded', `${HOST}/a?sign=ab%2Bcd%3Def&expires=1700000000`, ['1700000000', 'ab+cd=ef']],
	['not the name of the file', `${HOST}/a?fullpath=folder%2Freport.pdf&sign=abcdefgh`, ['abcdefgh']],
	...['path', 'filename', 'file', 'name', 'FileName', 'FULLPATH'].map((name): [string, string, string[]] => [
		`not the name of the file in ${name}`,
		`${HOST}/a?${name}=annual-report.pdf`,
		[],
	]),
	['the fragment', `${HOST}/a#token`, ['#token']],
	['a part of the path of sixteen characters', `${HOST}/files/abcdefghijklmnop/a`, ['abcdefghijklmnop']],
	['not a shorter part', `${HOST}/files/abcdefghijklmno/a`, []],
	['not a file name, however long', `${HOST}/annual-report-of-2025.pdf`, []],
	['an extension of eight characters', `${HOST}/annual-report.workbook`, []],
	['a part with a dot that is no file name', `${HOST}/abcdefgh.ijklmnopq`, ['abcdefgh.ijklmnopq']],
	['a part with an extension in its middle', `${HOST}/name.pdf.MEQCIDabcdefgh`, ['name.pdf.MEQCIDabcdefgh']],
	['a part as written and decoded', `${HOST}/abcdefgh%2Bijklmn%3D`, ['abcdefgh%2Bijklmn%3D', 'abcdefgh+ijklmn=']],
	['a part that cannot be decoded', `${HOST}/abcdefghijklm%E0%A4`, ['abcdefghijklm%E0%A4']],
])('%s', (_what, url, secrets) => expect(secretsIn(url)).toEqual([...secrets].sort()));
