import { by } from '../support/library';
import { hintsOf } from '../support/engine';
import { MirrorLab, WAYS, type Way } from './mirrorLab';
import { useWorld } from '../support/world';

/* What a job with a plan puts out: one item per change or one summary, and what becomes of failures. */

const lab = useWorld(new MirrorLab());
const OWN = WAYS['a library authorization'] as Way;
const ITEMS = { planOutput: 'changes' };
const onError = <const T>(then: T) => ({ nodeProps: { onError: then } });
beforeEach(() => void lab.fill(1, 'S', { 'a/1': '1', 'a/2': '2', b: '3' }));

const action = { status: 403, body: { error_code: 40310, error_msg: 'no permission' } };
const refuseFolders = (): void => lab.emulator.faults.add({ match: '/create_folder', after: 1, action });

test('one item per change by itself, with nothing of a summary', async () => {
	const result = await lab.run(OWN, { dryRun: undefined, planOutput: undefined });
	expect(result.items.map(({ json }) => json.status)).toEqual(Array(5).fill('planned'));
	const columns = ['action', 'fullpath', 'status', 'reason', 'type', 'source_fullpath', 'filesize', 'filehash'];
	for (const { json } of result.items) expect(Object.keys(json)).toEqual(columns);
	expect(hintsOf(result)).toEqual(['Planned, not made: create 2 folders, add 3 files, 3 bytes in all']);
	expect(lab.writes()).toEqual([]);
});

test('no items when there is nothing to do, and a hint that says so', async () => {
	await lab.run(OWN, ITEMS);
	const again = await lab.run(OWN, ITEMS);
	expect(again.items).toEqual([]);
	expect(hintsOf(again)).toEqual([
		'Nothing to do: there is no difference that calls for a change',
		expect.stringMatching(/^Nothing was found/),
	]);
	const { items } = await lab.run(OWN, {});
	const nothing = { status: 'nothing_to_do', changes: 0, by_action: {}, plan: [] };
	expect(items.map(({ json }) => json)).toEqual([expect.objectContaining(nothing)]);
});

test('a change that fails and one that is skipped are items, and the totals a warning', async () => {
	refuseFolders();
	const result = await lab.run(OWN, ITEMS, onError('continueRegularOutput'));
	const [, failed, first] = result.items;
	expect(failed?.json).toMatchObject({ status: 'failed', fullpath: 'T/a', reason: 'not in the target' });
	expect(failed?.json.error).toMatch(/permission.*/);
	const reason = 'not attempted: an earlier change of "a" was not made';
	expect(first?.json).toMatchObject({ status: 'skipped', reason });
	expect(first?.json).not.toHaveProperty('error');
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(Array(5).fill({ item: 0 }));
	const hint = 'Made: 2 of 5 changes (create 2 folders, add 3 files, 3 bytes in all); failed: 1, skipped: 2';
	expect(hintsOf(result)).toEqual([hint]);
});

test('a summary with a failure names it, and goes to the error output where there is one', async () => {
	refuseFolders();
	const { items } = await lab.run(OWN, {}, onError('continueRegularOutput'));
	expect(items).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({ status: 'failed', done: 2, failed: 1, skipped: 2 });
	expect(items[0]?.json.error).toMatch(/^2 of 5 changes were made; the first failure: .*permission/);
	lab.emulator.faults.clear();
	refuseFolders();
	const other = { targetFolder: by('path', 'U') };
	const [main, error] = (await lab.run(OWN, other, onError('continueErrorOutput'))).outputs;
	expect(main).toEqual([]);
	expect(error?.map(({ json }) => json)).toMatchObject([{ details: { status: 'failed', skipped: 2 } }]);
});

test('a blocked plan that was to be made: the reasons are an error, an item, or in the summary', async () => {
	lab.fill(1, 'T', { x: 'x', y: 'y' });
	const limited = { deleteExtra: true, deletionLimitCount: 1, deletionLimit: 100 };
	const message =
		'Deletion Limit: this run would delete 2 of 2 files and empty folders of the target; the limit is 1';
	const stopped = await lab.run(OWN, { ...limited, ...ITEMS });
	expect(stopped.error?.message).toContain(message);
	expect(stopped.error?.description).toMatch(/^Nothing was changed\..*complete; if it is, raise the limit\.$/);
	const { items } = await lab.run(OWN, { ...limited, ...ITEMS }, onError('continueRegularOutput'));
	expect(items.map(({ json }) => json)).toEqual([{ error: expect.stringContaining(message) as string }]);
	const summary = await lab.run(OWN, limited, onError('continueRegularOutput'));
	expect(summary.items.map(({ json }) => json)).toMatchObject([
		{ status: 'blocked', dry_run: false, reasons: [message], error: expect.stringContaining(message) as string },
	]);
	expect((await lab.run(OWN, limited)).error?.message).toContain(message);
	const dry = await lab.run(OWN, { ...limited, ...ITEMS, dryRun: true });
	expect(new Set(dry.items.map(({ json }) => json.status))).toEqual(new Set(['blocked']));
	expect(hintsOf(dry)).toContain(`The plan is blocked, and nothing would be changed: ${message}`);
	expect(lab.writes()).toEqual([]);
});
