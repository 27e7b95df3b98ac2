import type { IDataObject } from 'n8n-workflow';
import { APPLY, Synchronization } from './synchronization';

/* Synchronize Directory: where new members are, who may sign in, whom members report to, and what is not read. */

let sync: Synchronization;
beforeAll(async () => void (sync = await Synchronization.start()));
beforeEach(async () => await sync.restart());
afterAll(async () => await sync.close());

const NEW = { type: 'member', outId: 'n-1', name: 'Nora', account: 'nora@example.com' };
const person = (number: number, more: IDataObject = {}): IDataObject => ({
	type: 'member',
	outId: `u-0${number}`,
	name: `Member 0${number}`,
	...more,
});
const shown = (items: ReadonlyArray<{ json: IDataObject }>): string[] =>
	items.map(({ json: { action, out_id: outId } }) => `${String(action)} ${String(outId)}`);
const found = (outId: string) => sync.directory.memberByOutId(outId);
const seconds = (day: string): number => Date.parse(day) / 1000;
/** A second run of the same input changes nothing. */
async function expectNothingLeft(entries: IDataObject[]): Promise<void> {
	expect((await sync.run(entries)).changes).toEqual([]);
}

describe('a new member', () => {
	test.each([[undefined], [null], [''], [[]]])(
		'with departments %p is at the top level, and missing when the input no longer describes it',
		async (departmentOutIds) => {
			const company = sync.company();
			const { changes } = await sync.run([...company, { ...NEW, departmentOutIds }], APPLY);
			expect(changes[0]?.json).toMatchObject({ account: 'nora@example.com', department_paths: ['/'] });
			expect(sync.directory.topLevel.has(found('n-1').id)).toBe(true);
			const next = await sync.run(company, { ...APPLY, options: { missingMembers: 'delete' } });
			expect(shown(next.changes)).toEqual(['delete n-1']);
			expect(sync.directory.findMember('outId', 'n-1')).toBeUndefined();
		},
	);

	test('has state, expiry and supervisor at once', async () => {
		const entries = [{ ...NEW, state: 0, expire: seconds('2099-12-31'), leader: 'u-02' }];
		expect((await sync.run(entries, APPLY)).error).toBeUndefined();
		expect(found('n-1')).toMatchObject({
			enabled: false,
			expire: seconds('2099-12-31'),
			leaderId: found('u-02').id,
		});
		await expectNothingLeft(entries);
	});
});

describe('the state', () => {
	test.each<[string, IDataObject, IDataObject]>([
		['enabled as a flag', { enabled: false }, { enabled: true }],
		['state as text', { state: 'disabled' }, { state: '1' }],
	])('%s disables and enables', async (_what, off, on) => {
		const options = { deletionLimit: 10 };
		const disabled = await sync.run([person(3, off)], { ...APPLY, options });
		expect(shown(disabled.changes)).toEqual(['disable u-03']);
		expect(found('u-03').enabled).toBe(false);
		await expectNothingLeft([person(3, off)]);
		await expectNothingLeft([person(3)]);
		const enabled = await sync.run([person(3, on)], { ...APPLY, options });
		expect(shown(enabled.changes)).toEqual(['enable u-03']);
		expect(found('u-03').enabled).toBe(true);
		await expectNothingLeft([person(3, on)]);
	});
});

test('the expiry is set, moved and removed', async () => {
	for (const [field, value, expire] of [
		['expires', '2099-01-31', seconds('2099-01-31')],
		['expire', seconds('2099-06-30'), seconds('2099-06-30')],
		['expire', String(seconds('2099-07-31')), seconds('2099-07-31')],
		['expires', seconds('2099-08-31') * 1000, seconds('2099-08-31')],
		['expires', '2099-01-31T22:00:00-05:00', seconds('2099-01-31')],
		['expire', 0, null],
		['expires', '2099-01-31', seconds('2099-01-31')],
		['expires', '', null],
	] as const) {
		const entries = [person(5, { [field]: value })];
		expect((await sync.run(entries, APPLY)).error).toBeUndefined();
		expect(found('u-05').expire).toBe(expire);
		await expectNothingLeft(entries);
	}
});

test('the supervisor is named by external ID or account, and removed by an empty value', async () => {
	const boss = found('u-02');
	for (const [named, id] of [
		[{ leader: 'u-02' }, boss.id],
		[{ leader: '' }, 0],
		[{ leader: boss.account.toUpperCase() }, boss.id],
		[{ leader_out_id: 'u-03' }, found('u-03').id],
		[{ leader_account: '' }, 0],
		[{ leaderAccount: boss.account }, boss.id],
		[{ leaderOutId: '' }, 0],
	] as const) {
		expect((await sync.run([person(1, named)], APPLY)).error).toBeUndefined();
		expect([named, found('u-01').leaderId]).toEqual([named, id]);
	}
	expect((await sync.run([person(1)], APPLY)).error).toBeUndefined();
	const { error } = await sync.run([person(1, { leader: 'nobody' })], APPLY);
	expect(error?.message).toMatch(/Supervisor: there is no member "nobody"/);
});

test('new members who report to each other in a circle get their supervisors when all exist', async () => {
	const entries = [
		{ ...NEW, leader: 'n-2' },
		{ ...NEW, outId: 'n-2', account: 'second@example.com', leaderAccount: 'nora@example.com' },
	];
	expect((await sync.run(entries, APPLY)).error).toBeUndefined();
	expect([found('n-1').leaderId, found('n-2').leaderId]).toEqual([found('n-2').id, found('n-1').id]);
});

test('departments have an order, also under the name of the service', async () => {
	const entries = [
		{ type: 'department', outId: 'd-sales', name: 'Sales', order: 7 },
		{ type: 'department', outId: 'x-1', name: 'X', orderby: '3' },
	];
	const { changes, summary } = await sync.run(entries, APPLY);
	expect(shown(changes)).toEqual(['create x-1']);
	expect(summary.resent).toEqual({ members: 0, departments: 1 });
	expect(sync.directory.groupByOutId('d-sales').orderby).toBe(7);
	expect(sync.directory.groupByOutId('x-1').orderby).toBe(3);
});

test('fields that mean nothing are named, and those of the other type too', async () => {
	const entries = [
		{ ...NEW, departmentIds: ['d-sales'], mobile: '1' },
		{ type: 'department', outId: 'x', name: 'X', mobile: '2', email: 'x@example.com', title: '' },
	];
	const { hints, summary } = await sync.run(entries);
	expect(summary.unknown_fields).toEqual({ mobile: 2, departmentIds: 1, email: 1 });
	expect(hints).toEqual([
		expect.stringMatching(/"mobile" \(2 entries\), "departmentIds" \(1 entry\), "email" \(1 entry\)/),
		'Planned, not made: 2 changes (2 create)',
	]);
});

test('a name under Field Names that no entry has is named too', async () => {
	const { hints } = await sync.run([NEW], { fieldNames: { title: 'jobTitle' } });
	expect(hints[0]).toBe('No entry of the input has the field "jobTitle", which Field Names refers to');
});
