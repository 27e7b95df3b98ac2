import { shareLibrary } from '../support/world';
import type { RunResult } from '../support/engine';
import { by, on } from '../support/library';

/* What n8n's tracing is told of a run. */

const library = shareLibrary((emulator) => {
	emulator.seedFile('Docs/a.txt', 'twelve bytes');
});
const tracingOf = ({ run }: RunResult): unknown => run?.data.resultData.runData.N?.at(-1)?.metadata?.tracing;

test('requests and bytes, of all items together', async () => {
	const download = on('file', 'download', { file: by('path', 'Docs/a.txt') });
	const one = tracingOf(await library.run(download)) as Record<string, number>;
	const two = tracingOf(await library.run(download, [{ json: {} }, { json: {} }])) as Record<string, number>;
	expect(one).toMatchObject({ requests: expect.any(Number), retries: 0 });
	expect(one.bytes_received).toBeGreaterThan(12);
	expect(one.bytes_sent).toBeGreaterThan(0);
	expect(two.requests).toBe(2 * (one.requests ?? 0));
});

test('also of a run that fails', async () => {
	const result = await library.run(on('file', 'download', { file: by('path', 'Docs/none.txt') }));
	expect(result.error).toBeDefined();
	expect(tracingOf(result)).toMatchObject({ retries: 0 });
});
