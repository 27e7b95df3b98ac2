import type { Parameters } from '../http/form';

type Signer = (text: string) => string;

/** A mistake seen in client programs, and the text that it signs. */
interface Mistake {
	hint: string;
	text: () => string;
}

function sortedNames(parameters: Parameters): string[] {
	return [...parameters.keys()].filter((name) => name !== 'sign').sort();
}

function joined(parameters: Parameters, form: (value: string, name: string) => string, by = '\n'): string {
	return sortedNames(parameters)
		.map((name) => form(parameters.get(name) ?? '', name))
		.join(by);
}

function mistakes(expected: string, parameters: Parameters): Mistake[] {
	return [
		{
			hint: 'filehash and filesize were signed; create_file leaves them out',
			text: () => joined(parameters, (v) => v),
		},
		{ hint: 'a line feed follows the last value', text: () => `${expected}\n` },
		{
			hint: 'the values were signed URL-encoded; sign the decoded text',
			text: () => joined(parameters, (v) => encodeURIComponent(v)),
		},
		{ hint: 'the values were trimmed before signing', text: () => joined(parameters, (v) => v.trim()) },
		{
			hint: 'names were signed with the values; sign the values only',
			text: () => joined(parameters, (v, n) => `${n}=${v}`),
		},
		{
			hint: 'names were signed with the values; sign the values only',
			text: () => joined(parameters, (v, n) => `${n}=${v}`, '&'),
		},
		{ hint: 'the values were joined without a line feed', text: () => joined(parameters, (v) => v, '') },
		{
			hint: 'the values were signed in the order sent; sort them by parameter name',
			text: () =>
				[...parameters]
					.filter(([name]) => name !== 'sign')
					.map(([, value]) => value)
					.join('\n'),
		},
		{
			hint: 'non-ASCII text was signed as Latin-1; sign its UTF-8 bytes',
			text: () => Buffer.from(expected, 'utf8').toString('latin1'),
		},
	];
}

/** Guesses why a signature was refused, by trying the known mistakes. Never contains the correct signature. */
export function explainSignature(given: string, expected: string, parameters: Parameters, sign: Signer): string {
	if (given === '') return 'sign is empty';
	if (given.replaceAll(' ', '+') === sign(expected))
		return "the '+' of the base64 text was not URL-encoded and arrived as a space";
	if (given === Buffer.from(sign(expected), 'base64').toString('hex')) return 'the signature is in hex; send base64';
	if (decodeURIComponentSafe(given) === sign(expected)) return 'sign was URL-encoded twice';
	const found = mistakes(expected, parameters).find((mistake) => sign(mistake.text()) === given);
	return found?.hint ?? 'no known mistake matches: check the secret and the encoding of non-ASCII characters';
}

function decodeURIComponentSafe(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
