import { useLibrary } from '../support/emulatedLibrary';
import { by } from '../support/library';

/* n8n's Stop button while an upload waits for the service. */

const library = useLibrary(undefined, 'filesystem');

const UPLOAD = {
	resource: 'file',
	operation: 'upload',
	binaryPropertyName: 'data',
	folder: by('path', '/'),
	fileName: 'stopped.bin',
	options: { chunkSize: 1 },
};
const ONE_BY_ONE = { ...UPLOAD, options: { chunkSize: 1, concurrency: 1 } };
const seen = (path: string): number =>
	library.emulator.requests.filter((request) => request.path.endsWith(path)).length;
/** Longer than any test: an answer that does not come. */
const NEVER_MS = 60_000;
/** Far less than that, and enough for a machine that is slow. */
const SOON_MS = 20_000;
const hangs = (match: string): void => library.emulator.faults.add({ match, action: 'slow', slowMs: NEVER_MS });

async function until(done: () => boolean): Promise<void> {
	while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Runs an upload, stops it at its `nth` request to `path`, and returns how long it took to end, in ms. */
async function stoppedAt(
	path: string,
	nth = 1,
	parameters: Record<string, unknown> = ONE_BY_ONE,
): Promise<{ tookMs: number; made: number }> {
	const input = await library.engine.binaryItem(Buffer.alloc(2_500_000, 'stop'), { fileName: 'stopped.bin' });
	const running: { cancel?: () => void } = {};
	const ended = library
		.run(parameters, [input, input], {
			onStart: (execution) => {
				running.cancel = () => execution.cancel();
			},
		})
		.catch(() => undefined);
	await until(() => seen(path) >= nth);
	const cancelledAt = Date.now();
	running.cancel?.();
	await ended;
	return { tookMs: Date.now() - cancelledAt, made: seen('/create_file') };
}

test.each<[string, string, number]>([
	['create_file hangs', '/create_file', 0],
	['init hangs', '/upload_init', 0],
	['the first part hangs', '/upload_part', 1],
	['finish hangs', '/upload_finish', 1],
])('%s: ends soon, aborts, starts no other item', async (_, path, aborts) => {
	hangs(path);
	const { tookMs, made } = await stoppedAt(path);
	expect(tookMs).toBeLessThan(SOON_MS);
	expect(made).toBe(1);
	await until(() => seen('/upload_abort') === aborts);
	expect(library.emulator.sessions()).toEqual([]);
});

test('a session that is opened while Stop is pressed is aborted', async () => {
	library.emulator.faults.add({ match: '/upload_init', action: 'slow', slowMs: 400 });
	const { tookMs } = await stoppedAt('/upload_init');
	expect(tookMs).toBeLessThan(SOON_MS);
	await until(() => seen('/upload_abort') === 1);
	await until(() => library.emulator.sessions().length === 0);
});

test('the service assembles the parts and never finishes', async () => {
	await library.restart({ finishDelayMs: NEVER_MS });
	const { tookMs } = await stoppedAt('/upload_finish', 2);
	expect(tookMs).toBeLessThan(SOON_MS);
	await until(() => seen('/upload_abort') === 1);
});

test('the abort itself hangs: it reached the service, and the execution does not wait for it', async () => {
	hangs('/upload_part');
	hangs('/upload_abort');
	const { tookMs } = await stoppedAt('/upload_part');
	expect(tookMs).toBeLessThan(SOON_MS);
	expect(seen('/upload_abort')).toBe(1);
});

test('several uploads at once are all aborted', async () => {
	library.emulator.faults.add({ match: '/upload_part', action: 'slow', slowMs: NEVER_MS, times: 10 });
	// With different names: items with the same name wait for each other.
	const { tookMs } = await stoppedAt('/upload_part', 2, { ...UPLOAD, fileName: '={{ $itemIndex }}.bin' });
	expect(tookMs).toBeLessThan(SOON_MS);
	await until(() => library.emulator.sessions().length === 0);
	expect(seen('/upload_abort')).toBe(2);
});
