import { bufferSource, type Source } from '../../../src/client/upload/source';
import { upload } from '../../../src/client/upload/upload';
import { errorOf, fakeClock } from '../../support/ports';
import { content, MemoryPort, options, type PortFault } from './memoryPort';

/* What an upload does after each failure: 29 bytes in three chunks, over a service in memory. */

/** A scenario: its faults, and the requests in the order in which they are sent, separated by blanks. */
type Scenario = [what: string, faults: PortFault[], requests: string];

// Without faults: create init part part part finish
const scenarios: Scenario[] = [
	[
		'a lost answer to a part: asks, and does not send it again',
		['ok', 'ok', 'lostAnswer'],
		'create init part query part part finish',
	],
	[
		'a part that never arrived: asks, and sends it again',
		['ok', 'ok', 'reset'],
		'create init part query part part part finish',
	],
	[
		'410 once: asks, waits, asks, continues',
		['ok', 'ok', 'gone410'],
		'create init part query query part part part finish',
	],
	[
		'410 twice: starts over',
		['ok', 'ok', 'gone410', 'ok', 'ok', 'gone410'],
		'create init part query query part create init part part part finish',
	],
	['202 before the end: asks', ['ok', 'ok', 'early202'], 'create init part query part part finish'],
	['202 at the end: finishes', ['ok', 'ok', 'ok', 'ok', 'early202'], 'create init part part part finish'],
	[
		'the service lost half of the bytes',
		['ok', 'ok', 'ok', 'conflict409', 'loseTail'],
		'create init part part query part part part finish',
	],
	// 7 is answered for 10: the rest of the chunk in memory (10 to 16) is sent without another read, then 17 to 26, 27
	// to 28
	[
		'an offset lower than true, then the truth',
		['ok', 'ok', 'ok', 'conflict409', 'wrongOffset'],
		'create init part part query part query part part part finish',
	],
	[
		'an offset beyond the end is not believed',
		['ok', 'ok', 'conflict409', 'nonsenseOffset'],
		'create init part query query part part part finish',
	],
	[
		'409 for finish with bytes missing',
		['ok', 'ok', 'ok', 'ok', 'ok', 'loseTail'],
		'create init part part part finish query part part finish',
	],
	[
		'a lost "done": the file is in the library, nothing is sent twice',
		['ok', 'ok', 'ok', 'ok', 'ok', 'lostAnswer'],
		'create init part part part finish finish',
	],
];

test.each(scenarios)('%s', async (_, faults, requests) => {
	const port = new MemoryPort(faults);
	const result = await upload(port, bufferSource(content(29)), options());
	expect(port.names.join(' ')).toBe(requests);
	expect(port.stored).toEqual([content(29)]);
	expect(result.retries + result.chunks).toBeGreaterThanOrEqual(3);
});

test('polls finish with growing pauses up to the limit, then aborts', async () => {
	const clock = fakeClock();
	const port = new MemoryPort(['ok', 'ok', 'ok'], 'processing');
	const error = await errorOf(upload(port, bufferSource(content(5)), options({ clock, finishTimeoutMs: 30_000 })));
	expect(error).toMatchObject({ kind: 'busy' });
	expect(error.message).toContain('after 5 of 5 bytes: ');
	expect(error.message).toContain("hadn't finished assembling the file after 30 seconds");
	expect(clock.slept.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 10_000]);
	expect(port.log.at(-1)).toBe('abort');
});

test('"processing" between refusals is no progress: the retry loop ends', async () => {
	const circle = Array.from({ length: 300 }, (): PortFault[] => ['processing', 'conflict409', 'ok']).flat();
	const port = new MemoryPort(['ok', 'ok', 'ok', ...circle]);
	expect(await errorOf(upload(port, bufferSource(content(5)), options()))).toMatchObject({ status: 409 });
	expect(port.requests).toBeLessThan(40);
});

test('the budget refills when bytes are confirmed: many single failures do no harm', async () => {
	const single = Array.from({ length: 40 }, (): PortFault[] => ['ok', 'reset', 'ok']).flat();
	const port = new MemoryPort(['ok', 'ok', ...single]);
	await upload(port, bufferSource(content(600)), options());
	expect(port.stored).toEqual([content(600)]);
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
