import type { Pieces } from './secretPieces';

/*
 * Almost no text repeats a secret, and of almost all of them one quick look shows it: at numbers in one buffer, without
 * making an object.
 */

/** Fewer characters of Base64 are no piece of a secret. */
const LEAST_BASE64 = 11;
/** So many characters of Base64 are not by chance all digits and letters from a to f, as in the SHA1 of each file. */
const NEVER_IN_HEX = 20;
/** An escape and a beginning are looked at with the bytes that follow them. */
const ZEROS = 4;

/* What a byte may be. */
const BASE64 = 1;
const NOT_HEX = 2;
const ESCAPE = 4;
const BLANK = 8;
const LINE_BREAK = 16;
/** A control character: neither in secrets, where these have none, nor in what an escape is written with. */
const CONTROL = 32;
/** A piece begins with it. */
const BEGINS = 64;

const CLASSES = new Uint8Array(256);
/** The six bits of each character of Base64. */
const SIX_BITS = new Uint8Array(256);
/** Small letters for capital ones. */
const SMALL = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));
/** 1 for each pair of bytes that an escape of `disguise.ts` begins with. */
const ESCAPES = new Uint8Array(0x10000);

const mark = (chars: string, kind: number): void => {
	for (const char of chars) CLASSES[char.charCodeAt(0)] = (CLASSES[char.charCodeAt(0)] ?? 0) | kind;
};

function prepareTables(): void {
	const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
	for (const [bits, char] of [...`${letters}0123456789+/`].entries()) SIX_BITS[char.charCodeAt(0)] = bits;
	[SIX_BITS[0x2d], SIX_BITS[0x5f]] = [62, 63];
	mark(`${letters}0123456789+/-_`, BASE64);
	mark(`${letters.replace(/[a-f]/gi, '')}+/-_`, NOT_HEX);
	mark('\\%&', ESCAPE);
	mark('\r\n\t ', BLANK);
	mark('\r\n', LINE_BREAK);
	for (let byte = 0; byte < 0x20; byte++) if (!(CLASSES[byte] ?? 0)) CLASSES[byte] = CONTROL;
	const after = { '%': '0123456789abcdefuABCDEFU', '\\': '\\/"\'nruxNRUX', '&': `#${letters}` };
	for (const [sign, next] of Object.entries(after))
		for (const char of next) ESCAPES[(sign.charCodeAt(0) << 8) | char.charCodeAt(0)] = 1;
}
prepareTables();

const pairAt = (one = 0, next = 0): number => (one << 8) | next;

/** The classes of all bytes, with those that a piece begins with. */
function classesFor({ first, byLength }: Pieces): Uint8Array {
	const classes = CLASSES.slice();
	for (let pair = 0; pair < first.length; pair++)
		if (first[pair] === 1)
			for (const byte of [pair >> 8, (pair >> 8) & ~0x20])
				if (SMALL[byte] === pair >> 8) classes[byte] = (classes[byte] ?? 0) | BEGINS;
	const inPieces = [...byLength.values()].flatMap((pieces) => [...pieces.keys()]).join('');
	for (let byte = 0; byte < 0x20; byte++)
		if (inPieces.includes(String.fromCharCode(byte))) classes[byte] = (classes[byte] ?? 0) & ~CONTROL;
	return classes;
}

/** Tells at one look whether a text may repeat one of some pieces, in whatever clothes; never no where one does. */
export class QuickLook {
	readonly #pieces: Pieces;
	readonly #classes: Uint8Array;
	/** So many characters of Base64 may contain a piece. */
	readonly #leastRun: number;
	/** The bytes that are looked at, with zeros behind them. */
	#bytes = Buffer.alloc(1024);

	constructor(pieces: Pieces) {
		this.#pieces = pieces;
		this.#classes = classesFor(pieces);
		this.#leastRun = Math.max(LEAST_BASE64, Math.floor((pieces.leastBytes * 4) / 3));
	}

	isSuspect(text: string): boolean {
		const { length } = text;
		if (this.#bytes.length < length + ZEROS) this.#bytes = Buffer.alloc(length + ZEROS);
		// Of a character beyond 255 it is the lower byte.
		this.#bytes.write(text, 0, 'latin1');
		for (let at = length; at < length + ZEROS; at++) this.#bytes[at] = 0;
		return this.#isSuspect(length);
	}

	#isSuspect(length: number): boolean {
		const bytes: Uint8Array = this.#bytes;
		const classes = this.#classes;
		let run = 0;
		let kinds = 0;
		let isBreaking = false;
		for (let at = 0; at <= length; at++) {
			const kind = classes[bytes[at] as number] as number;
			if (kind & BEGINS && this.#beginsPiece(at)) return true;
			if (kind & BASE64) {
				run++;
				kinds |= kind;
				isBreaking = false;
				continue;
			}
			if (kind & ESCAPE && ESCAPES[pairAt(bytes[at], bytes[at + 1])] === 1) return true;
			// Base64 may be in lines.
			isBreaking = (kind & LINE_BREAK) > 0 || (isBreaking && (kind & BLANK) > 0);
			if (isBreaking) continue;
			if (run >= this.#leastRun && this.#isInBase64(at, run, kinds)) return true;
			run = kinds = 0;
		}
		return false;
	}

	#beginsPiece(at: number): boolean {
		const bytes: Uint8Array = this.#bytes;
		const following = pairAt(SMALL[bytes[at + 2] as number], SMALL[bytes[at + 3] as number]);
		return this.#isFirst(bytes[at] as number, bytes[at + 1] as number) && this.#pieces.second[following] === 1;
	}

	#isFirst(one: number, next: number): boolean {
		return this.#pieces.first[pairAt(SMALL[one], SMALL[next])] === 1;
	}

	/** Whether a piece may be in the last `run` characters of Base64 before a place, from wherever its bytes begin. */
	#isInBase64(to: number, run: number, kinds: number): boolean {
		if (!(kinds & NOT_HEX) && this.#leastRun >= NEVER_IN_HEX) return false;
		let from = to;
		for (let left = run; left > 0;) if ((CLASSES[this.#bytes[--from] as number] as number) & BASE64) left--;
		for (let shift = 0; shift < 4; shift++) if (this.#isContentSuspect(from, to, shift)) return true;
		return false;
	}

	/** Whether Base64 means, in as many bytes of a text as the shortest piece has, an escape, a piece or Base64. */
	#isContentSuspect(from: number, to: number, shift: number): boolean {
		const bytes: Uint8Array = this.#bytes;
		const classes = this.#classes;
		let bits = 0;
		let count = -6 * shift;
		let [length, run, before, hasSign] = [0, 0, 0, false];
		for (let at = from; at < to; at++) {
			const char = bytes[at] as number;
			if (!((classes[char] as number) & BASE64)) continue;
			bits = ((bits << 6) | (SIX_BITS[char] as number)) & 0xffff;
			count += 6;
			if (count < 8) continue;
			count -= 8;
			const byte = (bits >> count) & 0xff;
			const kind = classes[byte] as number;
			hasSign ||= ((classes[before] as number) & ESCAPE) > 0 && ESCAPES[pairAt(before, byte)] === 1;
			hasSign ||= ((classes[before] as number) & BEGINS) > 0 && this.#isFirst(before, byte);
			before = byte;
			length = kind & CONTROL ? 0 : length + 1;
			if (length === 0) hasSign = false;
			run = kind & BASE64 ? run + 1 : kind & BLANK ? run : 0;
			if (length >= this.#pieces.leastBytes && (hasSign || run >= this.#leastRun)) return true;
		}
		return false;
	}
}
