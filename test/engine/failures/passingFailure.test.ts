import { createEngine } from '../support/engine';
import { DOWNLOAD, file, GET, type Parameters, useFailures } from '../support/failures';
import { by, on } from '../support/library';
import { paths, Triggers } from '../support/triggers';
import { quickTime } from '../support/quickTime';

/* A service that fails for a moment with HTTP 500 or 50001: what may be repeated is, and nothing else. */

quickTime();
let before = 0;
const f = useFailures();
beforeEach(() => {
	f.emulator.faults.clear();
	before = f.emulator.requests.length;
});

const FAILED = { status: 500, body: 'Internal Server Error' };
const DATABASE = { status: 500, body: { error_code: 50001, error_msg: 'database error' } };
const requestsTo = (path: string): number =>
	f.emulator.requests.slice(before).filter((request) => request.path.endsWith(path)).length;

test.each<[string, Parameters, string, typeof FAILED | typeof DATABASE]>([
	['information', GET, '/file/info', FAILED],
	['a download link', DOWNLOAD, '/file/download_url', FAILED],
])('%s: two failures do no harm', async (_what, parameters, match, action) => {
	f.emulator.faults.add({ match, action, times: 2 });
	expect((await f.run(parameters)).error).toBeUndefined();
	expect(requestsTo(match)).toBe(3);
});

test('a failure that stays is reported after three attempts', async () => {
	f.emulator.faults.add({ match: '/file/info', action: DATABASE, times: 9 });
	expect((await f.run(GET)).error?.message).toMatch(/database of the service failed.*HTTP 500/s);
	expect(requestsTo('/file/info')).toBe(3);
});

test.each<[string, Parameters, string, typeof FAILED | typeof DATABASE]>([
	['a link', on('link', 'create', { file }), '/file/link', FAILED],
])('%s is not asked for twice', async (_what, parameters, match, action) => {
	f.emulator.faults.add({ match, action });
	expect((await f.run(parameters)).error?.message).toMatch(/HTTP 500/);
	expect(requestsTo(match)).toBe(1);
});

test('"From List" and a search in it', async () => {
	const search = async (filter?: string) =>
		await f.engine.search({
			node: f.name,
			parameters: on('file', 'get', { file: by('list', '') }),
			credentials: f.credentials,
			method: 'entriesByPath',
			...(filter === undefined ? {} : { filter }),
		});
	f.emulator.faults.add({ match: '/file/ls', action: FAILED }, { match: '/file/search', action: DATABASE });
	expect((await search()).results.map(({ name }) => name)).toContain('Docs/');
	expect((await search('a.txt')).results.map(({ name }) => name)).toEqual(['Docs/a.txt']);
	expect(f.emulator.faults.pending).toBe(0);
});

test('a poll of the trigger', async () => {
	const triggers = await Triggers.start(await createEngine());
	const { faults } = triggers.client.emulator;
	const trigger = triggers.activate();
	await trigger.poll();
	await triggers.folder('News');
	faults.add({ match: '/file/updates', action: FAILED, times: 2 });
	expect(paths(await trigger.poll())).toEqual(['News']);
	expect(faults.pending).toBe(0);
	await triggers.close();
});
