import { useLibrary } from '../support/world';
import { until } from '../../support/until';
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
/** Longer than any test may take: an answer that does not come. */
const NEVER_MS = 3_600_000;
const hangs = (match: string): void => library.emulator.faults.add({ match, action: 'slow', slowMs: NEVER_MS });

/** Runs an upload, stops it at its `nth` request to `path`, and returns how many files it began when it has ended. */
async function stoppedAt(path: string, nth = 1, parameters: Record<string, unknown> = ONE_BY_ONE): Promise<number> {
	const input = await library.engine.binaryItem(Buffer.alloc(2_500_000, 'stop'), { fileName: 'stopped.bin' });
	const running: { cancel?: () => void } = {};
	const ended = library
		.run(parameters, [input, input], { onStart: (execution) => void (running.cancel = () => execution.cancel()) })
		.catch(() => undefined);
	await until(() => seen(path) >= nth);
	running.cancel?.();
	await ended;
	return seen('/create_file');
}

test.each<[string, string, number]>([
	['create_file hangs', '/create_file', 0],
	['init hangs', '/upload_init', 0],
	['the first part hangs', '/upload_part', 1],
	['finish hangs', '/upload_finish', 1],
])('%s: ends without the answer, aborts, starts no other item', async (_, path, aborts) => {
	hangs(path);
	expect(await stoppedAt(path)).toBe(1);
	await until(() => seen('/upload_abort') === aborts);
	expect(library.emulator.sessions()).toEqual([]);
});

test('several uploads at once are all aborted', async () => {
	library.emulator.faults.add({ match: '/upload_part', action: 'slow', slowMs: NEVER_MS, times: 10 });
	// With different names: items with the same name wait for each other.
	await stoppedAt('/upload_part', 2, { ...UPLOAD, fileName: '={{ $itemIndex }}.bin' });
	await until(() => library.emulator.sessions().length === 0);
	expect(seen('/upload_abort')).toBe(2);
});
