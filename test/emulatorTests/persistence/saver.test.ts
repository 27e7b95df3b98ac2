import { Saver } from '../../emulator/persistence/saver';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** A saver whose every saving takes `ms`, and the times at which it began. */
function saverOf(ms: number) {
	const [times, lines]: [number[], string[]] = [[], []];
	const save = (): void => {
		times.push(performance.now());
		jest.advanceTimersByTime(ms);
	};
	return { saver: new Saver(save, (line) => lines.push(line)), times, lines };
}

test('a large state is saved less often: at most a twentieth of the time', () => {
	const { saver, times } = saverOf(100);
	for (let at = 0; at < 10_000; at += 10) {
		saver.soon();
		jest.advanceTimersByTime(10);
	}
	expect(times.length).toBeGreaterThan(3);
	expect(times.length).toBeLessThan(8);
});

test('after the end nothing is saved any more', () => {
	const { saver, times } = saverOf(0);
	saver.soon();
	saver.close();
	saver.soon();
	jest.advanceTimersByTime(1000);
	expect(times).toHaveLength(1);
});

test('what cannot be saved is in the log, and the next change tries again', () => {
	const lines: string[] = [];
	let isFull = true;
	const save = (): void => {
		if (isFull) throw new Error('ENOSPC: no space left on device');
	};
	const saver = new Saver(save, (line) => lines.push(line));
	saver.soon();
	jest.advanceTimersByTime(100);
	expect(lines).toEqual(['the state could not be saved: ENOSPC: no space left on device']);
	isFull = false;
	saver.soon();
	jest.advanceTimersByTime(100);
	expect(lines).toHaveLength(1);
});
