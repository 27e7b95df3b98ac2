import { type Hash, createHash } from 'node:crypto';
import { type Source, inSteps, stepBuffer, tooShort } from './source';

/** Content that is in memory already, as bytes. */
export function bufferSource(buffer: Buffer): Source {
	return {
		size: buffer.length,
		sha1: async (signal) => {
			const hash = createHash('sha1');
			await inSteps(buffer.length, signal, (from, to) => hash.update(buffer.subarray(from, to)));
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
 * whole. Only text that is not plain Base64 (line breaks, missing padding, another alphabet) is decoded as a whole.
 * `size` is -1 until `sha1` has run.
 */
export function base64Source(text: string): Source {
	const size = Buffer.byteLength(text, 'base64');
	let source: Source | undefined;
	return {
		get size() {
			return source ? source.size : -1;
		},
		sha1: async (signal) => {
			const hash = createHash('sha1');
			const plain = text.length % 4 === 0 && (await hashIfPlain(text, size, hash, signal));
			source = plain ? plainSource(text, size) : bufferSource(Buffer.from(text, 'base64'));
			return plain ? hash.digest('hex') : await source.sha1(signal);
		},
		read: async (offset, length, memory) =>
			await (source ?? bufferSource(Buffer.from(text, 'base64'))).read(offset, length, memory),
		close: async () => undefined,
	};
}

/** Whether every step decodes to as many bytes as plain Base64 must; if so, all of them have been hashed. */
async function hashIfPlain(text: string, size: number, hash: Hash, signal: AbortSignal | undefined): Promise<boolean> {
	const memory = stepBuffer(size);
	let plain = true;
	await inSteps(size, signal, (from, to) => {
		plain &&= memory.write(charactersOf(text, from, to), 'base64') === to - from;
		if (plain) hash.update(memory.subarray(0, to - from));
	});
	return plain;
}

function plainSource(text: string, size: number): Source {
	return {
		...bufferSource(Buffer.alloc(0)),
		size,
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) => {
			if (offset + length > size) throw tooShort(size, offset + length);
			// Four characters are three bytes: the group in which the part begins is decoded on its own.
			const inGroup = offset % 3;
			const lead = Math.min(length, (3 - inGroup) % 3);
			if (lead > 0) decoded(text, offset - inGroup, offset + lead).copy(memory, 0, inGroup);
			memory.subarray(lead, length).write(charactersOf(text, offset + lead, offset + length), 'base64');
			return memory.subarray(0, length);
		},
	};
}

/** The characters of bytes `from` (at the start of a group of three) up to `to`. */
const charactersOf = (text: string, from: number, to: number): string =>
	text.slice((from / 3) * 4, Math.ceil(to / 3) * 4);

const decoded = (text: string, from: number, to: number): Buffer =>
	Buffer.from(charactersOf(text, from, to), 'base64').subarray(0, to - from);
