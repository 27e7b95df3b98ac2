import { Readable } from 'node:stream';
import { pump } from '../../../src/client/async/streamPump';
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
