import { progressOf, type Progress } from '../../../src/n8n/context/progress';
import { clockOf } from '../../support/ports';

const MB = 1_000_000;

/** A run in a mode of n8n, at a time that only the test moves. */
function watch(
	mode: 'manual' | 'trigger',
	redacted = false,
): { progress: Progress; shown: string[]; info: string[]; debug: string[]; later(ms: number): void } {
	let now = 5_000;
	const clock = clockOf({ now: () => now, sleep: async () => undefined });
	const [shown, info, debug]: [string[], string[], string[]] = [[], [], []];
	const logger = { debug: (text: string) => debug.push(text), info: (text: string) => info.push(text) };
	const context = {
		getMode: () => mode,
		sendMessageToUI: (text: string) => shown.push(text),
		isConsoleOutputRedacted: () => redacted,
		logger,
	};
	return {
		progress: progressOf(context as never, clock),
		shown,
		info,
		debug,
		later: (ms) => {
			now += ms;
		},
	};
}

test('bytes, percent, rate and time left, in the console of the browser and in the log', () => {
	const { progress, shown, info, debug, later } = watch('manual');
	const transfer = progress.begin('Uploading', 'report.mp4');
	later(4_000);
	transfer.at(400 * MB, 1_200 * MB);
	expect(shown).toEqual(['Uploading report.mp4: 400 of 1,200 MB (33 %), 100 MB/s, 8 s left']);
	expect([info, debug]).toEqual([shown, []]);
});

test('at most one a second, and none in the first second', () => {
	const { progress, shown, later } = watch('manual');
	const transfer = progress.begin('Downloading', 'a.bin');
	for (let n = 1; n <= 35; n++) {
		later(100);
		transfer.at(n * MB, 100 * MB);
	}
	expect(shown).toHaveLength(3);
});

test.each<[string, number, number | undefined, number, string]>([
	['small and slow', 1_500_000, 6 * MB, 3_000, '1,500 of 6,000 kB (25 %), 500 kB/s, 9 s left'],
	['minutes', 100 * MB, 1_000 * MB, 10_000, '100 of 1,000 MB (10 %), 10 MB/s, 2 min left'],
	['hours', 10 * MB, 10_000 * MB, 10_000, '10 of 10,000 MB (0 %), 1,000 kB/s, 2 h 47 min left'],
	['nothing so far', 0, 20 * MB, 2_000, '0 of 20 MB (0 %), 0 kB/s'],
	['an unknown size', 20 * MB, undefined, 2_000, '20 MB, 10 MB/s'],
])('%s', (_name, bytes, size, ms, expected) => {
	const { progress, shown, later } = watch('manual');
	const transfer = progress.begin('Downloading', 'x');
	later(ms);
	transfer.at(bytes, size);
	expect(shown).toEqual([`Downloading x: ${expected}`]);
});

test('several files at once share one message; one that has ended is not part of it', () => {
	const { progress, shown, later } = watch('manual');
	const [a, b] = [progress.begin('Uploading', 'a'), progress.begin('Uploading', 'b')];
	later(1_000);
	a.at(10 * MB, 100 * MB);
	later(1_000);
	b.at(30 * MB, 60 * MB);
	a.end();
	later(1_000);
	b.at(45 * MB, 60 * MB);
	expect(shown).toEqual([
		'Uploading 2 files: 10 MB, 10 MB/s', // nothing is known about b yet
		'Uploading 2 files: 40 of 160 MB (25 %), 20 MB/s, 6 s left',
		'Uploading b: 45 of 60 MB (75 %), 15 MB/s, 1 s left',
	]);
});

test.each([
	['trigger', false],
	['manual', true],
] as const)('in mode %s, redacted %p, it is logged at level debug only', (mode, redacted) => {
	const { progress, shown, info, debug, later } = watch(mode, redacted);
	const transfer = progress.begin('Uploading', 'x');
	later(2_000);
	transfer.at(1, 2);
	expect(info).toEqual([]);
	expect(debug).toHaveLength(1);
	// n8n itself redacts the text.
	expect(shown).toHaveLength(mode === 'manual' ? 1 : 0);
});

test('work of many parts: how many are done, percent and time left, at most once a second', () => {
	const { progress, shown, later } = watch('manual');
	const done = progress.beginParts('Mirroring', 'changes', 10_000);
	for (let n = 0; n <= 1_200; n += 100) {
		later(250);
		done(n);
	}
	expect(shown).toEqual([
		'Mirroring: 300 of 10,000 changes (3 %), 33 s left',
		'Mirroring: 700 of 10,000 changes (7 %), 27 s left',
		'Mirroring: 1,100 of 10,000 changes (11 %), 25 s left',
	]);
});
