import { createHash } from 'node:crypto';
import { bufferSource, type Source } from '../../../src/client/upload/source';
import type { UploadOptions, UploadPort } from '../../../src/client/upload/state';
import { upload } from '../../../src/client/upload/upload';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf, fakeClock } from '../../support/ports';
import { content, MemoryPort, options, type PortFault } from './memoryPort';

/* The course of an upload, over a service in memory. */

test.each([0, 1, 9, 10, 11, 20, 21, 1000, 1001])('uploads %i bytes in chunks of 10', async (size) => {
	const port = new MemoryPort([]);
	const states: string[] = [];
	const result = await upload(port, bufferSource(content(size)), options({ onState: (s) => states.push(s.at) }));
	expect(port.stored).toEqual([content(size)]);
	expect(result).toEqual({
		hash: 'h1',
		fullpath: 'a/b.bin',
		filehash: createHash('sha1').update(content(size)).digest('hex'),
		filesize: size,
		instant: false,
		chunks: Math.ceil(size / 10),
		retries: 0,
		bytesSent: size,
	});
	expect(states.at(-1)).toBe('done');
	expect(port.names).not.toContain('query');
});

test('content that the service already has is not sent', async () => {
	const port = new MemoryPort([]);
	port.create = async () => ({ hash: 'h', fullpath: 'x (2).txt', instant: true, servers: [] });
	expect(await upload(port, bufferSource(content(50)), options())).toMatchObject({
		instant: true,
		chunks: 0,
		bytesSent: 0,
		fullpath: 'x (2).txt',
	});
	const init: UploadPort['init'] = async () => 'complete';
	const other = Object.assign(new MemoryPort([]), { init });
	expect(await upload(other, bufferSource(content(50)), options())).toMatchObject({ instant: true, chunks: 0 });
});

describe('a failure that nothing can be done about', () => {
	test('aborts the session and reports how far the upload got', async () => {
		const port = new MemoryPort(['ok', 'ok', 'ok', 'forbidden']);
		const error = await errorOf(upload(port, bufferSource(content(29)), options()));
		expect(error).toMatchObject({ name: 'LibraryError', status: 403 });
		expect(error.message).toContain('after 10 of 29 bytes: ');
		expect(port.states).toEqual(['aborted']);
		expect(error.message + error.hint).not.toContain('s0');
	});

	test('of create_file keeps its kind and code', async () => {
		const refusal = new LibraryError('quota', 'full', { code: 40321 });
		const port = new MemoryPort([]);
		port.create = async () => {
			throw refusal;
		};
		const error = await errorOf(upload(port, bufferSource(content(5)), options()));
		expect(error).toMatchObject({ kind: 'quota', code: 40321, cause: refusal });
		expect(error.message).toBe('The upload failed before any bytes arrived: full');
		expect(port.log).toEqual([]);
	});

	test('of the source aborts the session', async () => {
		const source: Source = {
			...bufferSource(content(29)),
			read: async (offset) => {
				if (offset >= 10) throw new Error('disk');
				return content(29).subarray(offset, offset + 10);
			},
		};
		const port = new MemoryPort([]);
		const error = await errorOf(upload(port, source, options()));
		expect(error).toMatchObject({ name: 'LibraryError', kind: 'upload', cause: { message: 'disk' } });
		expect(error.message).toContain('10 of 29');
		expect(port.log.at(-1)).toBe('abort');
	});
});

/** Content that is read into the memory that the upload gives, as that of a stream or a file is. */
const copied = (size: number): Source => {
	const source = bufferSource(content(size));
	return {
		...source,
		read: async (offset, length, memory = () => Buffer.alloc(length)) => {
			const given = memory();
			(await source.read(offset, length)).copy(given);
			return given.subarray(0, length);
		},
	};
};

test.each<PortFault>(['reset', 'lostAnswer', 'error500'])(
	'after %s the bytes of that part stay as they are: they may still be on their way',
	async (fault) => {
		const sent: Buffer[] = [];
		const port = new MemoryPort(['ok', 'ok', 'ok', fault]);
		const part = port.part.bind(port);
		port.part = async (session, offset, bytes, crc) => {
			sent.push(bytes);
			return await part(session, offset, bytes, crc);
		};
		await upload(port, copied(50), options());
		expect(port.stored).toEqual([content(50)]);
		expect(sent[1]).toEqual(content(50).subarray(10, 20));
	},
);

/* Cancelled uploads end at once (at each request: engine/files/stop.test.ts), and leave no session behind. */

const never = async (): Promise<never> => await new Promise<never>(() => undefined);
/** The error of an upload of 29 bytes. */
const failureOf = async (port: MemoryPort, extra: Partial<UploadOptions>, source: Partial<Source> = {}) =>
	await errorOf(upload(port, { ...bufferSource(content(29)), ...source }, options(extra)));

test.each(['sha1', 'read'])('a cancel while %s of a content hangs ends the upload', async (name) => {
	const port = new MemoryPort([]);
	const stop = new AbortController();
	const hang = async () => {
		setImmediate(() => stop.abort());
		return await never();
	};
	expect(await failureOf(port, { signal: stop.signal }, { [name]: hang })).toMatchObject({ kind: 'aborted' });
	expect(port.states).toEqual(name === 'read' ? ['aborted'] : []);
});

test('a cancel during a pause ends the upload', async () => {
	const stop = new AbortController();
	const clock = fakeClock();
	const { sleep } = clock;
	clock.sleep = async (ms, signal) => {
		if (ms < 5000) stop.abort();
		await sleep(ms, signal);
	};
	const port = new MemoryPort(['ok', 'ok'], 'reset');
	expect(await failureOf(port, { clock, signal: stop.signal })).toMatchObject({ kind: 'aborted' });
	expect(port.log.at(-1)).toBe('abort');
});
