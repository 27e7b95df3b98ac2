import { shareLibrary } from '../support/world';
import type { INodeExecutionData } from 'n8n-workflow';
import { by, on } from '../support/library';
import type { RunResult } from '../support/engine';

/* What n8n shows beside the results: each sentence once in a run. n8n keeps binary data in memory here. */

const library = shareLibrary((emulator) => {
	emulator.seed({ count: 5, folder: 'Bulk' });
	emulator.seedFile('Empty/only.txt', 'x');
	emulator.seedFile('Docs/a.txt', 'twelve bytes');
});

const hintsOf = ({ run, error }: RunResult): unknown[] => {
	expect(error).toBeUndefined();
	const hints = run?.data.resultData.runData.N?.at(-1)?.hints ?? [];
	return hints.map(({ message, type, location }) => [message, type, location]);
};
const list = (more: Record<string, unknown> = {}) => on('folder', 'getMany', { folder: by('path', 'Bulk'), ...more });
const search = (keywords: string, more: Record<string, unknown> = {}) => on('file', 'search', { keywords, ...more });
const items = (count: number): INodeExecutionData[] => Array.from({ length: count }, () => ({ json: {} }));

const CUT = 'The first 3 only, and there may be more: turn on Return All';
const NOTHING =
	'Nothing was found, so the nodes that follow do not run. ' +
	'To run them anyway, turn on Always Output Data under Settings';

test.each<[string, Record<string, unknown>, unknown[]]>([
	['cut off by Limit', list({ limit: 3 }), [[CUT, undefined, 'outputPane']]],
	['a cut list of changes', on('change', 'getMany', { mode: 'compare', limit: 3 }), [[CUT, undefined, 'outputPane']]],
	['fewer than Limit', list({ limit: 6 }), []],
	['everything', list({ returnAll: true }), []],
	['nothing found', search('no-such-thing'), [[NOTHING, undefined, 'outputPane']]],
	['no list', on('file', 'get', { file: by('path', 'Empty/only.txt') }), []],
])('%s, for three items at once', async (_name, parameters, hints) => {
	expect(hintsOf(await library.run(parameters, items(3)))).toEqual(hints);
});

test('that Limit was reached is said, however it was entered', async () => {
	expect(hintsOf(await library.run(list({ limit: 3 })))).toEqual([[CUT, undefined, 'outputPane']]);
	expect(hintsOf(await library.run(list({ limit: '={{ 3 }}' })))).toEqual([[CUT, undefined, 'outputPane']]);
});

test('a deletion for good is told, one into the recycle bin is not', async () => {
	library.emulator.seedFile('Gone/a.txt', 'a');
	library.emulator.seedFile('Gone/b.txt', 'b');
	const remove = (path: string, options = {}) => on('file', 'delete', { file: by('path', path), options });
	const told = [['Deleted permanently: this cannot be undone', undefined, 'outputPane']];
	expect(hintsOf(await library.run(remove('Gone/a.txt')))).toEqual([]);
	expect(hintsOf(await library.run(remove('Gone/b.txt', { destroy: true })))).toEqual(told);
});

test('a new link says until when it works, in the time zone of the workflow', async () => {
	library.emulator.seedFile('Shared/a.txt', 'a');
	const share = (more: object) => on('link', 'create', { file: by('path', 'Shared/a.txt'), ...more });
	const endless = ['Works until it is closed', undefined, 'outputPane'];
	expect(hintsOf(await library.run(share({ expires: 'never' })))).toEqual([endless]);
	const ends = expect.stringMatching(/^Works until \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d$/) as string;
	expect(hintsOf(await library.run(share({})))).toEqual([[ends, undefined, 'outputPane']]);
});

test('that nothing was found is said only when no item found anything', async () => {
	const keywords = '={{ $json.keywords }}';
	const both = ['no-such-thing', 'only'].map((text) => ({ json: { keywords: text } }));
	expect(hintsOf(await library.run(search(keywords), both))).toEqual([]);
	expect(hintsOf(await library.run(search(keywords), both.slice(0, 1)))).toHaveLength(1);
});

const LARGE = 51_000_000;
const memory = (name: string) => [
	`"${name}" takes 51 MB of memory, because this n8n keeps binary data there, as one text: ` +
		'nothing else runs while it is made. ' +
		'For large files, set N8N_DEFAULT_BINARY_DATA_MODE to filesystem',
	'warning',
	'outputPane',
];

test('a large file in memory is told by Upload and by Download, a small one is not', async () => {
	const upload = on('file', 'upload', { binaryPropertyName: 'data', folder: by('path', '/') });
	// The service has it, so nothing is sent.
	library.emulator.seedFile('known.bin', Buffer.alloc(LARGE));
	const large = await library.engine.binaryItem(Buffer.alloc(LARGE), { fileName: 'large.bin' });
	const small = await library.engine.binaryItem(Buffer.alloc(1000, 1), { fileName: 'small.bin' });
	expect(hintsOf(await library.run(upload, [small, large]))).toEqual([memory('large.bin')]);
	const told = ['small.bin was stored as small(2).bin', undefined, 'outputPane'];
	expect(hintsOf(await library.run(upload, [small]))).toEqual([told]);
	const download = (path: string) => on('file', 'download', { file: by('path', path), binaryPropertyName: 'data' });
	expect(hintsOf(await library.run(download('large.bin')))).toEqual([memory('large.bin')]);
	expect(hintsOf(await library.run(download('small.bin')))).toEqual([]);
});

/* What n8n's tracing is told of a run. */

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
