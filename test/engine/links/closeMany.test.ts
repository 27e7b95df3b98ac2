import { ManualClock } from '../../emulator';
import { hintsOf, LinkLibrary } from './linkLibrary';

/* Link: Close Many. */

let library: LinkLibrary;
afterEach(async () => await library.emulator.close());

const summaryOf = (items: ReadonlyArray<{ json: Record<string, unknown> }>) => items.at(-1)?.json;

test('plans by default, closes what was planned, and running twice changes nothing', async () => {
	library = await LinkLibrary.start();
	const links = await library.shareAll();
	const planned = await library.closeMany({ filters: { neverExpires: true } });
	expect(planned.error).toBeUndefined();
	const [change] = planned.items;
	expect(change?.json).toEqual({
		type: 'change',
		action: 'close',
		status: 'planned',
		filename: 'a.pdf',
		link: `${library.emulator.url}/link/${links.open}`,
		code: links.open,
		permanent: true,
		has_password: false,
		filesize: 12,
	});
	expect(summaryOf(planned.items)).toEqual({
		type: 'summary',
		dry_run: true,
		status: 'planned',
		links: 4,
		changes: 2,
		done: 0,
		failed: 0,
		notes: [],
	});
	expect(await library.openCodes()).toEqual(Object.values(links));

	const closed = await library.closeMany({ dryRun: false, filters: { neverExpires: true } });
	const changes = (items: typeof closed.items) =>
		items.slice(0, -1).map(({ json: { status: _status, ...rest } }) => rest);
	expect(changes(closed.items)).toEqual(changes(planned.items));
	expect(closed.items.slice(0, -1).map(({ json }) => json.status)).toEqual(['done', 'done']);
	expect(summaryOf(closed.items)).toMatchObject({
		dry_run: false,
		status: 'done',
		changes: 2,
		done: 2,
		failed: 0,
	});
	expect(await library.openCodes()).toEqual([links.week, links.month]);

	const before = library.emulator.requests.length;
	const again = await library.closeMany({ dryRun: false, filters: { neverExpires: true } });
	expect(again.items).toHaveLength(1);
	expect(summaryOf(again.items)).toMatchObject({ status: 'done', links: 2, changes: 0, done: 0 });
	expect(library.sentSince(before)).toEqual(['links']);
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
	['a switch by an expression', { filters: { noPassword: true, neverExpires: '={{ null }}' } }, /^Never Expires: /],
	['all links beside a filter', { allLinks: true, filters: { noPassword: true } }, /^All Links: can't be combined/],
	['what excludes itself', { filters: { neverExpires: true, expiresWithin: 7 } }, /^Expires Within/],
])('%s is refused, in a dry run too, before anything is sent', async (_name, parameters, message) => {
	library = await LinkLibrary.start();
	for (const dryRun of [true, false]) {
		const { error } = await library.closeMany({ dryRun, ...parameters });
		expect(error?.message).toMatch(message);
	}
	expect(library.emulator.requests).toEqual([]);
});

test('All Links closes every link', async () => {
	library = await LinkLibrary.start();
	await library.shareAll();
	const { items } = await library.closeMany({ dryRun: false, allLinks: true });
	expect(summaryOf(items)).toMatchObject({ links: 4, changes: 4, done: 4 });
	expect(await library.openCodes()).toEqual([]);
});

test('a link that the service does not close does not lose the others', async () => {
	library = await LinkLibrary.start();
	const links = await library.shareAll();
	library.emulator.faults.add({ match: '/link_close', action: { status: 403, body: { error_code: 40310 } } });
	const result = await library.closeMany({ dryRun: false, allLinks: true, options: { concurrency: 1 } });
	const { items, error } = result;
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.status)).toEqual(['failed', 'done', 'done', 'done', 'failed']);
	expect(items[0]?.json).toMatchObject({
		code: links.open,
		error: expect.stringMatching(/permission/) as string,
	});
	expect(summaryOf(items)).toMatchObject({ done: 3, failed: 1 });
	expect(hintsOf(result)).toEqual([expect.stringMatching(/Not closed: 1 link/)]);
	expect(await library.openCodes()).toEqual([links.open]);
});

test('a link of which the answer was lost is closed', async () => {
	library = await LinkLibrary.start();
	const links = await library.shareAll();
	library.emulator.faults.add({ match: '/link_close', action: 'resetAfter' });
	const { items } = await library.closeMany({ dryRun: false, filters: { noPassword: true } });
	expect(items.map(({ json }) => json.status)).toEqual(['done', 'done', 'done']);
	expect(await library.openCodes()).toEqual([links.locked, links.month]);
});

test('a link that is closed by someone else meanwhile is no failure', async () => {
	library = await LinkLibrary.start({ latencyMs: 30 });
	await library.shareAll();
	const both = await Promise.all([1, 2].map(async () => await library.closeMany({ dryRun: false, allLinks: true })));
	for (const { items, error } of both) {
		expect(error).toBeUndefined();
		expect(summaryOf(items)).toMatchObject({ status: 'done', changes: 4, done: 4, failed: 0 });
	}
	expect(
		library.emulator.requests.filter(({ path, status }) => path.endsWith('/link_close') && status === 404),
	).toHaveLength(4);
});

test('when not one link can be closed, the run fails; with On Error set to continue the items say it', async () => {
	library = await LinkLibrary.start();
	await library.shareAll();
	const refuse = () =>
		library.emulator.faults.add({
			match: '/link_close',
			action: { status: 403, body: { error_code: 40310 } },
			times: 9,
		});
	refuse();
	const failed = await library.closeMany({ dryRun: false, filters: { neverExpires: true } });
	expect(failed.error?.message).toMatch(/permission.*; not one of 2 links was closed/);
	const continued = await library.closeMany(
		{ dryRun: false, filters: { neverExpires: true } },
		{ nodeProps: { onError: 'continueRegularOutput' } },
	);
	expect(continued.items.map(({ json }) => json.status)).toEqual(['failed', 'failed', 'failed']);
});

test('the operator is recorded, and no more requests run at once than Concurrency says', async () => {
	library = await LinkLibrary.start({ latencyMs: 20 });
	for (let i = 0; i < 12; i++) await library.share('Plan.xlsx', { neverExpires: true });
	const before = library.emulator.requests.length;
	const started = Date.now();
	const options = { concurrency: 3, operatorName: 'Anna' };
	const { items } = await library.closeMany({ dryRun: false, allLinks: true, options });
	expect(summaryOf(items)).toMatchObject({ done: 12 });
	// Four rounds of three, after one request for the list.
	expect(Date.now() - started).toBeGreaterThanOrEqual(5 * 20);
	const closes = library.emulator.requests.slice(before).filter(({ path }) => path.endsWith('/link_close'));
	expect(closes.map(({ params }) => params.op_name)).toEqual(Array(12).fill('Anna'));
});

test('the times of filters are those of the moment of the run', async () => {
	const clock = new ManualClock(Date.now());
	library = await LinkLibrary.start({ clock, clockWindowSeconds: 1e9 });
	await library.share('Plan.xlsx');
	expect((await library.closeMany({ filters: { expiresWithin: 3 } })).items).toHaveLength(2);
	expect((await library.closeMany({ filters: { expiresWithin: 1 } })).items).toHaveLength(1);
});
