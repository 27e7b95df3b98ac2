import { until } from '../../support/until';
import { hintsOf } from '../support/engine';
import { useWorld } from '../support/world';
import { LinkLibrary } from './linkLibrary';

/* Link: Close Many. */

const library = useWorld(new LinkLibrary());

const SUMMARY = { planOutput: 'summary' };

test('plans by default, closes what was planned, and running twice changes nothing', async () => {
	const links = await library.shareAll();
	const planned = await library.closeMany({ filters: { neverExpires: true } });
	expect(planned.error).toBeUndefined();
	const [change] = planned.items;
	expect(change?.json).toEqual({
		action: 'close',
		type: 'link',
		status: 'planned',
		reason: 'passes the filters: Never Expires',
		filename: 'a.pdf',
		link: `${library.emulator.url}/link/${links.open}`,
		code: links.open,
		expires_at: null,
		permanent: true,
		has_password: false,
		filesize: 12,
	});
	expect(hintsOf(planned)).toEqual(['Planned, not made: close 2 links']);
	const summary = await library.closeMany({ filters: { neverExpires: true }, ...SUMMARY });
	expect(summary.items.map(({ json }) => json)).toEqual([
		{
			status: 'planned',
			dry_run: true,
			changes: 2,
			by_action: { close: 2 },
			deletions: 2,
			blocked: false,
			reasons: [],
			notes: [],
			done: 0,
			failed: 0,
			skipped: 0,
			links: 4,
			plan: planned.items.map(({ json }) => json),
			plan_truncated: 0,
		},
	]);
	expect(await library.openCodes()).toEqual(Object.values(links));

	const closed = await library.closeMany({ dryRun: false, filters: { neverExpires: true } });
	const done = planned.items.map(({ json }) => ({ ...json, status: 'done' }));
	expect(closed.items.map(({ json }) => json)).toEqual(done);
	expect(await library.openCodes()).toEqual([links.week, links.month]);

	const before = library.emulator.requests.length;
	const again = await library.closeMany({ dryRun: false, filters: { neverExpires: true } });
	expect([again.items, library.sentSince(before)]).toEqual([[], ['links']]);
	expect(hintsOf(again)[0]).toMatch(/^Nothing to do/);
	const nothing = await library.closeMany({ dryRun: false, filters: { neverExpires: true }, ...SUMMARY });
	expect(nothing.items[0]?.json).toMatchObject({ status: 'nothing_to_do', links: 2, changes: 0, done: 0 });
});

test.each<[string, object, RegExp]>([
	['no filter', {}, /^Set at least one filter/],
	['filters that are off', { filters: { neverExpires: false, noPassword: false } }, /^Set at least one filter/],
	['no permission', { filters: { noPassword: true, permission: [] } }, /^Permission can't be empty/],
	['no pattern', { filters: { noPassword: true, filePattern: '={{ $json.none }}' } }, /^File Pattern[: ]/],
	['an empty pattern', { filters: { neverExpires: true, filePattern: '' } }, /^File Pattern can't be empty/],
	['a switch by an expression', { filters: { noPassword: true, neverExpires: '={{ null }}' } }, /^Never Expires[: ]/],
	['all links beside a filter', { allLinks: true, filters: { noPassword: true } }, /^All Links can't be combined/],
	['what excludes itself', { filters: { neverExpires: true, expiresWithin: 7 } }, /^Expires Within/],
])('%s is refused, in a dry run too, before anything is sent', async (_name, parameters, message) => {
	for (const dryRun of [true, false]) {
		const { error } = await library.closeMany({ dryRun, ...parameters });
		expect(error?.message).toMatch(message);
	}
	expect(library.emulator.requests).toEqual([]);
});

test('when not one link can be closed, the run fails; with On Error set to continue the items say it', async () => {
	await library.shareAll();
	const action = { status: 403, body: { error_code: 40310 } };
	library.emulator.faults.add({ match: '/link_close', action, times: 9 });
	const form = { dryRun: false, filters: { neverExpires: true } };
	const failed = await library.closeMany(form);
	expect(failed.error?.message).toMatch(/permission.*; none of 2 changes could be made/);
	const continued = await library.closeMany(form, { nodeProps: { onError: 'continueRegularOutput' } });
	expect(continued.items.map(({ json }) => json.status)).toEqual(['failed', 'failed']);
});

test('the operator is recorded, and no more requests run at once than Concurrency says', async () => {
	for (let i = 0; i < 12; i++) await library.share('Plan.xlsx', {}, { expires: 'never' });
	const { faults, requests } = library.emulator;
	const before = requests.length;
	// A link is closed when as many as may be are under way.
	faults.choose = async ({ path }) => {
		if (path.endsWith('/link_close')) await until(() => requests.some(({ underWay }) => underWay >= 3));
		return undefined;
	};
	const options = { concurrency: 3, operatorName: 'Anna' };
	const { items } = await library.closeMany({ dryRun: false, allLinks: true, options });
	expect(items.map(({ json }) => json.status)).toEqual(Array(12).fill('done'));
	expect(items[0]?.json.reason).toBe('all links are to be closed');
	const closes = requests.slice(before).filter(({ path }) => path.endsWith('/link_close'));
	expect(closes.map(({ params }) => params.op_name)).toEqual(Array(12).fill('Anna'));
	expect(Math.max(...closes.map(({ underWay }) => underWay))).toBe(3);
});
