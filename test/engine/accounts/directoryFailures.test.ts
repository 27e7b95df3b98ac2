import type { IDataObject } from 'n8n-workflow';
import { APPLY, Synchronization } from './synchronization';

/* Synchronize Directory: what a failed change stops, what it leaves in place, and how it is reported. */

let sync: Synchronization;
beforeAll(async () => void (sync = await Synchronization.start()));
beforeEach(async () => await sync.restart());
afterAll(async () => await sync.close());

const NEW_DEPARTMENT = { type: 'department', outId: 'x-dep', name: 'X' };
const FEED = [
	NEW_DEPARTMENT,
	...Array.from({ length: 6 }, (_, n) => ({
		type: 'member',
		outId: `x-${n}`,
		name: `X ${n}`,
		account: `x${n}@example.com`,
		departmentOutIds: ['x-dep'],
	})),
];
const ONE_BY_ONE = { ...APPLY, options: { concurrency: 1 } };

/** Refuses one request to a path, after `after` good ones. */
const refuse = (path: string, after: number) =>
	sync.emulator.faults.add({
		match: path,
		after,
		action: { status: 403, body: { error_code: 40301, error_msg: 'no right to do this' } },
	});

test('a failure reports which change and item it was and how many were made; the next run makes the rest', async () => {
	refuse('add_sync_member', 2);
	const { error } = await sync.run(FEED, ONE_BY_ONE);
	expect(error?.message).toMatch(
		/failed to create member "x-2"; 3 of 7 changes had already been made and were not undone/,
	);
	expect(error?.context).toMatchObject({ itemIndex: 3 });
	expect(error?.context?.data).toMatchObject({
		done: [
			{ action: 'create', type: 'department', out_id: 'x-dep', status: 'done' },
			{ action: 'create', type: 'member', out_id: 'x-0', account: 'x0@example.com', group_paths: ['X'] },
			{ action: 'create', type: 'member', out_id: 'x-1', status: 'done' },
		],
		failed: [
			{ action: 'create', out_id: 'x-2', status: 'failed', error: expect.stringContaining('x-2') as string },
		],
		not_attempted: 3,
	});
	expect(sync.directory.findMember('outId', 'x-3')).toBeUndefined();
	const next = await sync.run(FEED, APPLY);
	expect(next.changes.map(({ json }) => json.out_id)).toEqual(['x-2', 'x-3', 'x-4', 'x-5']);
});

test('with Continue On Fail the other changes are made, and the failed one carries the reason', async () => {
	refuse('add_sync_member', 2);
	const asItems = { ...ONE_BY_ONE, planOutput: 'changes' };
	const { changes, error, hints } = await sync.run(FEED, asItems, { onError: 'continueRegularOutput' });
	expect(error).toBeUndefined();
	expect(hints[0]).toBe('Made: 6 of 7 changes (7 create); failed: 1');
	expect(changes.map(({ json }) => json.status)).toEqual(['done', 'done', 'done', 'failed', 'done', 'done', 'done']);
	expect(JSON.stringify(changes[3]?.json)).toMatch(/x-2/);
	expect(changes[3]?.pairedItem).toEqual({ item: 3 });
	expect(sync.directory.findMember('outId', 'x-5')).toBeDefined();
});

test('with an error output, that is where the failed change goes', async () => {
	refuse('add_sync_member', 2);
	const asItems = { ...ONE_BY_ONE, planOutput: 'changes' };
	const { outputs } = await sync.run(FEED, asItems, { onError: 'continueErrorOutput' });
	expect(outputs[0]).toHaveLength(6);
	expect(outputs[1]).toMatchObject([
		{
			json: {
				error: expect.stringMatching(/failed to create member "x-2"/) as string,
				details: { action: 'create', out_id: 'x-2', status: 'failed' },
			},
			pairedItem: { item: 3 },
		},
	]);
});

test.each<[string, IDataObject[], RegExp, number]>([
	[
		'an unknown parent',
		[...FEED, { type: 'department', outId: 'y', name: 'Y', parentOutId: 'nowhere' }],
		/Parent: there is no department "nowhere"/,
		7,
	],
	['a missing type', [NEW_DEPARTMENT, {}], /Type is required/, 1],
])('%s stops everything, with the item that is wrong', async (_what, feed, message, item) => {
	expect((await sync.run(feed, APPLY)).error?.message).toMatch(message);
	const { items } = await sync.run(feed, APPLY, { onError: 'continueRegularOutput' });
	expect(items).toHaveLength(1);
	expect(items[0]?.pairedItem).toEqual({ item });
	expect(sync.writes()).toEqual([]);
});
