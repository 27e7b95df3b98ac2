import { badParameter } from './errors';

/** One name and value as received, decoded. */
export type Pair = readonly [name: string, value: string];

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

/**
 * Reads `a=1&b=2` (query or form body). doc: UTF-8, URL encoded; fact 1.18: both `+` and `%20` are spaces.
 * Throws 40003 for broken encoding, because a repaired value could not be what was signed.
 */
export function parseForm(text: string): Pair[] {
	return text
		.split('&')
		.filter((part) => part !== '')
		.map((part) => {
			const cut = part.indexOf('=');
			const name = cut < 0 ? part : part.slice(0, cut);
			try {
				return [
					utf8.decode(percentDecode(name)),
					utf8.decode(percentDecode(cut < 0 ? '' : part.slice(cut + 1))),
				] as const;
			} catch {
				throw badParameter(name, 'is not percent-encoded UTF-8');
			}
		});
}

/** fact 2.2: query and form are one set. A name that comes twice is refused in strict mode (assumed), else the last wins. */
export function mergePairs(pairs: readonly Pair[], strict: boolean): Map<string, string> {
	const merged = new Map<string, string>();
	for (const [name, value] of pairs) {
		if (strict && merged.has(name)) throw badParameter(name, 'is given more than once');
		merged.set(name, value);
	}
	return merged;
}
