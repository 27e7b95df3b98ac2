import { Readable } from 'node:stream';
import { lazyStream, pump } from '../../../src/client/async/streamPump';
import { makeSlots } from '../../../src/client/async/slots';

const chunks = ['a', 'bc', 'def'].map((text) => Buffer.from(text));
const tick = async () => await new Promise((resolve) => setImmediate(resolve));

describe('pump', () => {
	test('takes each chunk as it came, in order', async () => {
		const taken: string[] = [];
		await pump(Readable.from(chunks), (chunk) => taken.push(String(chunk)) > 0);
		expect(taken).toEqual(['a', 'bc', 'def']);
	});
	test('waits after a false until it is resumed', async () => {
		const from = Readable.from(chunks);
		const taken: string[] = [];
		const done = pump(from, (chunk) => taken.push(String(chunk)) !== 2);
		while (!from.isPaused()) await tick();
		await tick();
		expect(taken).toEqual(['a', 'bc']);
		from.resume();
		await done;
		expect(taken).toEqual(['a', 'bc', 'def']);
	});
	test('fails with the stream, with what takes the chunks, and when it is closed early', async () => {
		const failing = Readable.from(chunks);
		failing.destroy(new Error('broken'));
		await expect(pump(failing, () => true)).rejects.toThrow('broken');
		const from = Readable.from(chunks);
		const refuse = () => {
			throw new Error('refused');
		};
		await expect(pump(from, refuse)).rejects.toThrow('refused');
		expect(from.destroyed).toBe(true);
		const closed = new Readable({ read: () => undefined });
		const early = pump(closed, () => true);
		closed.destroy();
		await expect(early).rejects.toThrow('Premature close');
	});
});

describe('a lazy stream', () => {
	const noted = (run: (push: (chunk: Buffer) => boolean) => Promise<void>) => {
		const calls: string[] = [];
		const stream = lazyStream({
			run: async (push) => {
				calls.push('run');
				await run(push);
			},
			resume: () => calls.push('resume'),
			end: () => calls.push('end'),
			highWaterMark: 2,
		});
		return { calls, stream };
	};
	test('runs at the first read only, to its end', async () => {
		const { calls, stream } = noted(async (push) => chunks.forEach((chunk) => push(chunk)));
		await tick();
		expect(calls).toEqual([]);
		expect(Buffer.concat(await stream.toArray()).toString()).toBe('abcdef');
		await tick();
		expect(calls.filter((call) => call !== 'resume')).toEqual(['run', 'end']);
	});
	test('says when the reader has enough, and asks for more', async () => {
		let full: boolean | undefined;
		const { calls, stream } = noted(async (push) => {
			full = !push(Buffer.from('abc'));
			await new Promise(() => undefined);
		});
		stream.read(0);
		await tick();
		expect([full, calls]).toEqual([true, ['run']]);
		stream.read();
		await tick();
		expect(calls).toEqual(['run', 'resume']);
		stream.destroy();
	});
	test('fails with what it runs', async () => {
		const { calls, stream } = noted(async () => await Promise.reject(new Error('broken')));
		await expect(stream.toArray()).rejects.toThrow('broken');
		expect(calls).toEqual(['run', 'end']);
	});
});

test('slots: as many at a time as there are, the others in their order', async () => {
	const slots = makeSlots(2);
	const [started, finish]: [number[], Array<() => void>] = [[], []];
	const runs = [0, 1, 2, 3].map(
		async (n) =>
			await slots.run(async () => {
				started.push(n);
				await new Promise<void>((resolve) => (finish[n] = resolve));
				return n;
			}),
	);
	await tick();
	expect(started).toEqual([0, 1]);
	finish[1]?.();
	await tick();
	expect(started).toEqual([0, 1, 2]);
	finish[0]?.();
	finish[2]?.();
	await tick();
	finish[3]?.();
	expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
});
