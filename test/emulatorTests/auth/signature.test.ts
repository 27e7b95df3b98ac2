import { checkSignature, signText } from '../../emulator/auth/signature';
import vectorFile from '../../contract/signVectors.json';

/** Rows computed by public clients' own code; null parameters are not sent. */
const vectors = vectorFile.vectors.map((vector) => ({
	...vector,
	operation: vector.name === 'create-file' ? 'create_file' : 'other',
	map: new Map(Object.entries(vector.params).filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
}));

describe('signature vectors', () => {
	test.each(vectors)('$name is accepted', ({ map, secret, sign, operation }) => {
		expect(checkSignature(new Map([...map, ['sign', sign]]), secret, operation)).toEqual({ ok: true });
	});

	test.each(vectors)(
		'$name: the refusal contains the string to sign',
		({ map, secret, stringToSign: expected, operation }) => {
			const verdict = checkSignature(new Map([...map, ['sign', 'wrong']]), secret, operation);
			expect(verdict).toMatchObject({ ok: false, expectedToSign: expected });
		},
	);

	test.each(vectors)('$name is refused with another secret', ({ map, sign, operation }) => {
		expect(checkSignature(new Map([...map, ['sign', sign]]), 'another', operation).ok).toBe(false);
	});
});

describe('differences between clients that are accepted', () => {
	const params = new Map([
		['a', '1'],
		['empty', ''],
		['filehash', 'f'],
		['z', '2'],
	]);
	test.each([
		['1\n\nf\n2', true],
		['1\nf\n2', true], // fact 1.8: empty values left out
		['1\n\n2', true], // fact 1.10: filehash not signed
		['1\n2', true],
		['1\n\nf\n2\n', false],
		['2\nf\n\n1', false],
	])('%j: %s', (text, ok) => {
		expect(checkSignature(new Map([...params, ['sign', signText(text, 'k')]]), 'k', 'download_url').ok).toBe(ok);
	});

	test('create_file does not sign filehash', () => {
		expect(checkSignature(new Map([...params, ['sign', signText('1\n\nf\n2', 'k')]]), 'k', 'create_file').ok).toBe(
			false,
		);
	});
});
