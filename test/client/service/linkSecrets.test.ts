import { linkSecrets } from '../../../src/client/service/secretVault';

/** The secrets of a link, each once. */
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
	[
		'a part as it is written and decoded',
		`${HOST}/abcdefgh%2Bijklmn%3D`,
		['abcdefgh%2Bijklmn%3D', 'abcdefgh+ijklmn='],
	],
	['a part that cannot be decoded', `${HOST}/abcdefghijklm%E0%A4`, ['abcdefghijklm%E0%A4']],
])('%s', (_what, url, secrets) => expect(secretsIn(url)).toEqual([...secrets].sort()));
