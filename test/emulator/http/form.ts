import { badParameter } from './errors';

/** One decoded name and value of a request. */
export type Pair = readonly [name: string, value: string];

/** All decoded parameters of a request by name; a parameter that was not sent is not in the map. */
export type Parameters = ReadonlyMap<string, string>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function percentDecode(text: string): Buffer {
	const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8');
	const out = Buffer.allocUnsafe(bytes.length);
	let length = 0;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at] ?? 0;
		if (byte !== 0x25) {
			out[length++] = byte;
			continue;
		}
		const hex = bytes.toString('latin1', at + 1, at + 3);
		if (!/^[0-9a-fA-F]{2}$/.test(hex)) throw new RangeError('broken percent encoding');
		out[length++] = Number.parseInt(hex, 16);
		at += 2;
	}
	return out.subarray(0, length);
}

function decodePair(part: string): Pair {
	const cut = part.indexOf('=');
	const [name, value] = cut < 0 ? [part, ''] : [part.slice(0, cut), part.slice(cut + 1)];
	try {
		return [utf8.decode(percentDecode(name)), utf8.decode(percentDecode(value))];
	} catch {
		throw badParameter(name, 'is not percent-encoded UTF-8');
	}
}

/**
 * Parses `a=1&b=2` (query or form body). doc: UTF-8, URL encoded. fact 1.18: `+` and `%20` are both spaces.
 * Throws 40003 for broken encoding: a repaired value could not be the one that was signed.
 */
export function parseForm(text: string): Pair[] {
	return text
		.split('&')
		.filter((part) => part !== '')
		.map(decodePair);
}

/**
 * Merges pairs into one set of parameters. fact 2.2: query and form are one set. assumed: 40003 for a name that occurs
 * twice.
 */
export function mergePairs(pairs: readonly Pair[]): Map<string, string> {
	const merged = new Map<string, string>();
	for (const [name, value] of pairs) {
		if (merged.has(name)) throw badParameter(name, 'occurs more than once');
		merged.set(name, value);
	}
	return merged;
}
