import { ManualClock, startEmulator, type Emulator } from '../../emulator';
import type { RunResult } from '../support/engine';
import { by, on, startLibrary, type Library } from '../support/library';

/* Link: Get Many with filters, and Link: Close Many. */

let emulator: Emulator;
let library: Library;
const DAY = 86_400;
const now = (): number => Math.floor(Date.now() / 1000);

async function start(options: object = {}): Promise<void> {
	emulator = await startEmulator(options);
	library = await startLibrary({ url: emulator.url, ...emulator.library });
	for (const path of ['Offers/a.pdf', 'Offers/b.xlsx', 'Plan.xlsx']) emulator.seedFile(path, path);
}
afterEach(async () => await emulator.close());

const share = async (path: string, options: object = {}, more: object = {}): Promise<string> => {
	const { items, error } = await library.run(on('link', 'create', { file: by('path', path), options, ...more }));
	expect(error).toBeUndefined();
	return String(items[0]?.json.code);
};
/** Four links: for ever and open, for ever with a password, for 5 days, for 30 days with a password. */
async function shareAll(): Promise<Record<'open' | 'locked' | 'week' | 'month', string>> {
	const until = (days: number) => ({ deadline: new Date((now() + days * DAY) * 1000).toISOString() });
	return {
		open: await share('Offers/a.pdf', { neverExpires: true }, { auth: 'download' }),
		locked: await share('Offers/b.xlsx', { neverExpires: true, password: 'secret' }, { auth: 'upload' }),
		week: await share('Plan.xlsx', {}, until(5)),
		month: await share('Offers', { password: 'secret' }, until(30)),
	};
}
type Links = Awaited<ReturnType<typeof shareAll>>;
const namesOf = (links: Links, items: ReadonlyArray<{ json: Record<string, unknown> }>) =>
	items.map(({ json }) => Object.entries(links).find(([, code]) => code === json.code)?.[0]);
const getMany = async (filters: object, more: object = {}) =>
	await library.run(on('link', 'getMany', { returnAll: true, filters, ...more }));
const closeMany = async (parameters: object, more: object = {}) =>
	await library.run(on('link', 'closeMany', parameters as Record<string, unknown>), undefined, more);
const openCodes = async () => (await getMany({})).items.map(({ json }) => json.code);
const hintsOf = ({ run }: RunResult) =>
	(run?.data.resultData.runData.N?.at(-1)?.hints ?? []).map(({ message }) => message);
const sentPaths = (from: number) => emulator.requests.slice(from).map(({ path }) => path.split('/').at(-1));

describe('Get Many', () => {
	test.each<[string, object, Array<keyof Links>]>([
		['no filter', {}, ['open', 'locked', 'week', 'month']],
		[
			'filters that are off',
			{ neverExpires: false, noPassword: false, permission: [], filePattern: ' ' },
			['open', 'locked', 'week', 'month'],
		],
		['never expires', { neverExpires: true }, ['open', 'locked']],
		['no password', { noPassword: true }, ['open', 'week']],
		['both', { neverExpires: true, noPassword: true }, ['open']],
		['within 5 days and a little', { expiresWithin: 6 }, ['week']],
		['within 31 days', { expiresWithin: 31 }, ['week', 'month']],
		['within one day', { expiresWithin: 1 }, []],
		['a pattern, in any case', { filePattern: '*.XLSX' }, ['locked', 'week']],
		['a pattern of a folder', { filePattern: 'Offer?' }, ['month']],
		['files only', { file: true, filePattern: '*' }, ['open', 'locked', 'week']],
		['permission', { permission: ['download'] }, ['open']],
		['one of two permissions', { permission: ['upload', 'preview'] }, ['locked', 'week', 'month']],
	])('%s', async (_name, filters, expected) => {
		await start({ linkTerms: true });
		const links = await shareAll();
		const before = emulator.requests.length;
		const { items, error } = await getMany(filters);
		expect(error).toBeUndefined();
		expect(namesOf(links, items)).toEqual(expected);
		expect(sentPaths(before)).toEqual(['links']);
		for (const { json } of items) expect(json).toMatchObject({ auth: expect.any(String) as string });
	});

	test('Limit counts what passes, and raw entries are filtered too', async () => {
		await start();
		const links = await shareAll();
		const limited = await getMany({ noPassword: true }, { returnAll: false, limit: 1 });
		expect(namesOf(links, limited.items)).toEqual(['open']);
		const raw = await getMany({ neverExpires: true }, { simplify: false });
		expect(raw.items.map(({ json }) => json.deadline)).toEqual([-1, -1]);
	});

	test('what the service does not say passes no filter that asks for it, and the hint says so', async () => {
		await start();
		await shareAll();
		const result = await getMany({ permission: ['download'], neverExpires: true });
		expect(result.items).toEqual([]);
		expect(hintsOf(result)).toEqual(
			expect.arrayContaining([expect.stringMatching(/Permission asks about: 2 links/)]),
		);
		expect((await getMany({ filePattern: 'Offers/**' })).items).toEqual([]);
	});

	test('filters that no link can pass are refused before anything is sent', async () => {
		await start();
		const { error } = await getMany({ neverExpires: true, expiresWithin: 7 });
		expect(error?.message).toMatch(/^Expires Within \(Days\): can't be combined with Never Expires/);
		expect(emulator.requests).toEqual([]);
	});
});

describe('Close Many', () => {
	const summaryOf = (items: ReadonlyArray<{ json: Record<string, unknown> }>) => items.at(-1)?.json;

	test('plans by default, closes what was planned, and running twice changes nothing', async () => {
		await start();
		const links = await shareAll();
		const planned = await closeMany({ filters: { neverExpires: true } });
		expect(planned.error).toBeUndefined();
		const [change] = planned.items;
		expect(change?.json).toEqual({
			type: 'change',
			action: 'close',
			status: 'planned',
			filename: 'a.pdf',
			link: `${emulator.url}/link/${links.open}`,
			code: links.open,
			permanent: true,
			has_password: false,
			filesize: 12,
		});
		expect(summaryOf(planned.items)).toEqual({
			type: 'summary',
			dryRun: true,
			status: 'planned',
			links: 4,
			changes: 2,
			done: 0,
			failed: 0,
			notes: [],
		});
		expect(await openCodes()).toEqual(Object.values(links));

		const closed = await closeMany({ dryRun: false, filters: { neverExpires: true } });
		const changes = (items: typeof closed.items) =>
			items.slice(0, -1).map(({ json: { status: _status, ...rest } }) => rest);
		expect(changes(closed.items)).toEqual(changes(planned.items));
		expect(closed.items.slice(0, -1).map(({ json }) => json.status)).toEqual(['closed', 'closed']);
		expect(summaryOf(closed.items)).toMatchObject({
			dryRun: false,
			status: 'done',
			changes: 2,
			done: 2,
			failed: 0,
		});
		expect(await openCodes()).toEqual([links.week, links.month]);

		const before = emulator.requests.length;
		const again = await closeMany({ dryRun: false, filters: { neverExpires: true } });
		expect(again.items).toHaveLength(1);
		expect(summaryOf(again.items)).toMatchObject({ status: 'done', links: 2, changes: 0, done: 0 });
		expect(sentPaths(before)).toEqual(['links']);
	});

	test.each<[string, object, RegExp]>([
		['no filter', {}, /^Filters: set at least one/],
		['an empty collection', { filters: {} }, /^Filters: set at least one/],
		['filters that are off', { filters: { neverExpires: false, noPassword: false } }, /^Filters: set at least one/],
		['Files Only alone', { filters: { file: true } }, /^Filters: set at least one/],
		['an empty pattern', { filters: { neverExpires: true, filePattern: '' } }, /^File Pattern: can't be empty/],
		['a blank pattern', { filters: { neverExpires: true, filePattern: ' ' } }, /^File Pattern: can't be empty/],
		['no permission', { filters: { noPassword: true, permission: [] } }, /^Permission: can't be empty/],
		[
			'nothing by an expression',
			{ filters: { noPassword: true, filePattern: '={{ $json.none }}' } },
			/^File Pattern: /,
		],
		[
			'no time by an expression',
			{ filters: { noPassword: true, expiresWithin: '={{ $json.none }}' } },
			/^Expires Within/,
		],
		[
			'a switch by an expression',
			{ filters: { noPassword: true, neverExpires: '={{ null }}' } },
			/^Never Expires: /,
		],
		[
			'all links beside a filter',
			{ allLinks: true, filters: { noPassword: true } },
			/^All Links: can't be combined/,
		],
		['what excludes itself', { filters: { neverExpires: true, expiresWithin: 7 } }, /^Expires Within/],
	])('%s is refused, in a dry run too, before anything is sent', async (_name, parameters, message) => {
		await start();
		for (const dryRun of [true, false]) {
			const { error } = await closeMany({ dryRun, ...parameters });
			expect(error?.message).toMatch(message);
		}
		expect(emulator.requests).toEqual([]);
	});

	test('All Links closes every link', async () => {
		await start();
		await shareAll();
		const { items } = await closeMany({ dryRun: false, allLinks: true });
		expect(summaryOf(items)).toMatchObject({ links: 4, changes: 4, done: 4 });
		expect(await openCodes()).toEqual([]);
	});

	test('a link that the service does not close does not lose the others', async () => {
		await start();
		const links = await shareAll();
		emulator.faults.add({ match: '/link_close', action: { status: 403, body: { error_code: 40310 } } });
		const result = await closeMany({ dryRun: false, allLinks: true, options: { concurrency: 1 } });
		const { items, error } = result;
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.status)).toEqual(['failed', 'closed', 'closed', 'closed', 'failed']);
		expect(items[0]?.json).toMatchObject({
			code: links.open,
			error: expect.stringMatching(/permission/) as string,
		});
		expect(summaryOf(items)).toMatchObject({ done: 3, failed: 1 });
		expect(hintsOf(result)).toEqual([expect.stringMatching(/Not closed: 1 link/)]);
		expect(await openCodes()).toEqual([links.open]);
	});

	test('a link of which the answer was lost is closed', async () => {
		await start();
		const links = await shareAll();
		emulator.faults.add({ match: '/link_close', action: 'resetAfter' });
		const { items } = await closeMany({ dryRun: false, filters: { noPassword: true } });
		expect(items.map(({ json }) => json.status)).toEqual(['closed', 'closed', 'done']);
		expect(await openCodes()).toEqual([links.locked, links.month]);
	});

	test('a link that is closed by someone else meanwhile is no failure', async () => {
		await start({ latencyMs: 30 });
		await shareAll();
		const both = await Promise.all([1, 2].map(async () => await closeMany({ dryRun: false, allLinks: true })));
		for (const { items, error } of both) {
			expect(error).toBeUndefined();
			expect(summaryOf(items)).toMatchObject({ status: 'done', changes: 4, done: 4, failed: 0 });
		}
		expect(
			emulator.requests.filter(({ path, status }) => path.endsWith('/link_close') && status === 404),
		).toHaveLength(4);
	});

	test('when not one link can be closed, the run fails; with On Error set to continue the items say it', async () => {
		await start();
		await shareAll();
		const refuse = () =>
			emulator.faults.add({
				match: '/link_close',
				action: { status: 403, body: { error_code: 40310 } },
				times: 9,
			});
		refuse();
		const failed = await closeMany({ dryRun: false, filters: { neverExpires: true } });
		expect(failed.error?.message).toMatch(/permission.*; not one of 2 links was closed/);
		const continued = await closeMany(
			{ dryRun: false, filters: { neverExpires: true } },
			{ nodeProps: { onError: 'continueRegularOutput' } },
		);
		expect(continued.items.map(({ json }) => json.status)).toEqual(['failed', 'failed', 'failed']);
	});

	test('the operator is recorded, and no more requests run at once than Concurrency says', async () => {
		await start({ latencyMs: 20 });
		for (let i = 0; i < 12; i++) await share('Plan.xlsx', { neverExpires: true });
		const before = emulator.requests.length;
		const started = Date.now();
		const options = { concurrency: 3, operatorName: 'Anna' };
		const { items } = await closeMany({ dryRun: false, allLinks: true, options });
		expect(summaryOf(items)).toMatchObject({ done: 12 });
		// Four rounds of three, after one request for the list.
		expect(Date.now() - started).toBeGreaterThanOrEqual(5 * 20);
		const closes = emulator.requests.slice(before).filter(({ path }) => path.endsWith('/link_close'));
		expect(closes.map(({ params }) => params.op_name)).toEqual(Array(12).fill('Anna'));
	});

	test('the times of filters are those of the moment of the run', async () => {
		const clock = new ManualClock(Date.now());
		await start({ clock, clockWindowSeconds: 1e9 });
		await share('Plan.xlsx');
		expect((await closeMany({ filters: { expiresWithin: 3 } })).items).toHaveLength(2);
		expect((await closeMany({ filters: { expiresWithin: 1 } })).items).toHaveLength(1);
	});
});
