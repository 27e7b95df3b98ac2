import type { IDataObject } from 'n8n-workflow';
import { APPLY, Synchronization } from './synchronization';

/* Synchronize Directory: accounts that pass from member to member, and accounts that differ only in case. */

let sync: Synchronization;
beforeAll(async () => void (sync = await Synchronization.start()));
beforeEach(async () => await sync.restart());
afterAll(async () => await sync.close());

const person = (number: number, account: string): IDataObject => ({
	type: 'member',
	outId: `u-0${number}`,
	name: `Member 0${number}`,
	account,
});
const accounts = (...numbers: number[]): string[] =>
	numbers.map((number) => sync.directory.memberByOutId(`u-0${number}`).account);

test.each([[1], [4]])(
	'a chain of accounts is passed on in one run, whoever comes first (concurrency %p)',
	async (concurrency) => {
		const chain = [person(1, 'member02'), person(2, 'member03'), person(3, 'member04'), person(4, 'fresh')];
		for (const entries of [chain, chain.toReversed()]) {
			await sync.restart();
			const { error, summary } = await sync.run(entries, { ...APPLY, options: { concurrency } });
			expect(error).toBeUndefined();
			expect(summary).toMatchObject({ done: 4, failed: 0 });
			expect(accounts(1, 2, 3, 4)).toEqual(['member02', 'member03', 'member04', 'fresh']);
			expect((await sync.run(entries)).changes).toEqual([]);
		}
	},
);

test('a new member gets the account that another one gives up, or that a deleted one had', async () => {
	const entries = [
		{ type: 'member', outId: 'n-1', name: 'New', account: 'MEMBER01' },
		...sync.company().map((entry) => (entry.outId === 'u-01' ? { ...entry, account: 'other' } : entry)),
	];
	expect((await sync.run(entries, APPLY)).error).toBeUndefined();
	expect(sync.directory.memberByOutId('n-1').account).toBe('MEMBER01');
	expect(accounts(1)).toEqual(['other']);

	const heir = { type: 'member', outId: 'n-2', name: 'Heir', account: 'member05' };
	const next = [heir, ...sync.company().filter(({ outId }) => outId !== 'u-05')];
	const { changes, error } = await sync.run(next, { ...APPLY, options: { missingMembers: 'delete' } });
	expect(error).toBeUndefined();
	expect(changes.map(({ json }) => [json.action, json.out_id])).toEqual([
		['delete', 'u-05'],
		['create', 'n-2'],
	]);
	expect(changes[1]?.json.warning).toMatch(/Takes over the account of "Member 05" \(u-05\), who is deleted/);
});

describe('accounts that cannot be as wanted', () => {
	const swap = [person(1, 'Member02'), person(2, 'member01'), person(3, 'renamed')];

	test('are said in the plan', async () => {
		const { summary, changes, error } = await sync.run(swap);
		expect(error).toBeUndefined();
		expect(changes).toHaveLength(3);
		expect(summary).toMatchObject({
			blocked: true,
			reasons: [expect.stringMatching(/^2 members exchange their accounts.*"member01".*"member02"/) as string],
		});
	});

	test('change nothing at all', async () => {
		const { error } = await sync.run(swap, APPLY);
		expect(error?.message).toMatch(/2 members exchange their accounts/);
		expect(sync.writes()).toEqual([]);
	});
});

describe('the account of a member without an external ID', () => {
	const NEW = { type: 'member', outId: 'n-1', name: 'New' };
	beforeEach(() => {
		const { directory } = sync;
		const { id } = directory.addMember({ account: 'console@x', name: 'Console', email: 'Boss@X' });
		directory.topLevel.add(id);
		directory.addMember({ account: 'hidden@x', name: 'Hidden' });
	});

	test.each([
		['Console@X', 'Console'],
		['hidden@x', 'Hidden'],
	])('is not taken over by %p, neither for a new member nor for another one', async (account, name) => {
		for (const entry of [{ ...NEW, account }, person(1, account)]) {
			for (const parameters of [{}, APPLY]) {
				const { error } = await sync.run([entry], parameters);
				expect(error?.message).toContain(`is the account of "${name}", who is not in the external directory`);
			}
		}
		expect(sync.writes()).toEqual([]);
	});
});
