import { type Hash, createHash } from 'node:crypto';
import { type Source, overBytes, stepBuffer, tooShort } from './source';

/** Content that is in memory already, as bytes. */
export function bufferSource(buffer: Buffer): Source {
	return {
		size: buffer.length,
		sha1: async (signal) => {
			const hash = createHash('sha1');
			await overBytes(buffer.length, signal, (from, to) => hash.update(buffer.subarray(from, to)));
			return hash.digest('hex');
		},
		read: async (offset, length) => {
			if (offset + length > buffer.length) throw tooShort(buffer.length, offset + length);
			return buffer.subarray(offset, offset + length);
		},
		close: async () => undefined,
	};
}

/**
 * Content that is in memory as Base64 text (n8n without a place for binary data): decoded part by part, never as a
 * whole. Only text with other characters, e.g. line breaks, is decoded as a whole. `size` is -1, and
 * nothing can be read, until `sha1` has run.
 */
export function base64Source(text: string): Source {
	const size = Buffer.byteLength(text, 'base64');
	let source: Pick<Source, 'size' | 'read'> = plainSource(text, -1);
	return {
		get size() {
			return source.size;
		},
		sha1: async (signal) => {
			const hash = createHash('sha1');
			if (await hashIfPlain(text, size, hash, signal)) {
				source = plainSource(text, size);
				return hash.digest('hex');
			}
			const whole = bufferSource(Buffer.from(text, 'base64'));
			source = whole;
			return await whole.sha1(signal);
		},
		read: async (...part) => await source.read(...part),
		close: async () => undefined,
	};
}

/** Whether every step decodes to as many bytes as plain Base64 must; if so, all of them have been hashed. */
async function hashIfPlain(text: string, size: number, hash: Hash, signal: AbortSignal | undefined): Promise<boolean> {
	const memory = stepBuffer(size);
	let plain = true;
	await overBytes(size, signal, (from, to) => {
		plain &&= memory.write(charactersOf(text, from, to), 'base64') === to - from;
		hash.update(memory.subarray(0, to - from));
	});
	return plain;
}

const plainSource = (text: string, size: number): Pick<Source, 'size' | 'read'> => ({
	size,
	read: async (offset, length, memory = () => Buffer.allocUnsafe(length)) => {
		if (offset + length > size) throw tooShort(size, offset + length);
		const bytes = memory().subarray(0, length);
		// Four characters are three bytes: the group in which the part begins is decoded on its own.
		const inGroup = offset % 3;
		const lead = Math.min(length, (3 - inGroup) % 3);
		const group = Buffer.from(charactersOf(text, offset - inGroup, offset + lead), 'base64');
		group.copy(bytes, 0, inGroup, inGroup + lead);
		bytes.subarray(lead).write(charactersOf(text, offset + lead, offset + length), 'base64');
		return bytes;
	},
});

/** The characters of bytes `from` (at the start of a group of three) up to `to`. */
const charactersOf = (text: string, from: number, to: number): string =>
	text.slice((from / 3) * 4, Math.ceil(to / 3) * 4);
