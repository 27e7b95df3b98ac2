import { company, DELETE_MISSING, member, planFor, summaries, wholePlanFor } from './entries';

/* Who gets an account that another member has (docs/directory-sync.md): handed on, exchanged, kept. */

const as = (outId: string, name: string, account: string) => member(outId, { name, account });

test('an account is given up before it is taken, along a chain', () => {
	const model = company();
	model.addMember({ outId: 'm-4', name: 'Dan', account: 'dan', top: true });
	const entries = [as('m-1', 'Ann', 'BOB'), as('m-2', 'Bob', 'Dan'), as('m-4', 'Dan', 'new')];
	const plan = wholePlanFor(model, entries);
	expect(plan.blocks).toEqual([]);
	expect(plan.steps.map((step) => summaries(step.flat()))).toEqual([
		['update member m-4'],
		['update member m-2'],
		['update member m-1'],
	]);
});

test('members who exchange their accounts are named', () => {
	expect(wholePlanFor(company(), [as('m-1', 'Ann', 'bob'), as('m-2', 'Bob', 'ann')]).blocks).toEqual([
		'2 members exchange their accounts, which the service does not allow: "Ann" (m-1) has "ann", "Bob" (m-2) has ' +
			'"bob". Give one of them another account first, in a run or a change of its own',
	]);
});

test('each circle is a reason of its own', () => {
	const model = company();
	model.addMember({ outId: 'm-4', name: 'Dan', account: 'dan', top: true });
	const two = [as('m-1', 'Ann', 'bob'), as('m-2', 'Bob', 'ann'), as('m-3', 'Cid', 'dan'), as('m-4', 'Dan', 'cid')];
	const { blocks } = wholePlanFor(model, two);
	expect(blocks.map((block) => block.slice(block.indexOf(':'), block.indexOf('.')))).toEqual([
		': "Ann" (m-1) has "ann", "Bob" (m-2) has "bob"',
		': "Cid" (m-3) has "cid", "Dan" (m-4) has "dan"',
	]);
});

test('an account that somebody keeps cannot be given to another', () => {
	expect(wholePlanFor(company(), [as('m-1', 'Ann', 'Bob')]).blocks).toEqual([
		'the account "Bob" of "Ann" (m-1) belongs to "Bob" (m-2), who keeps it. Change one of the two in the input, ' +
			'or delete that member',
	]);
});

test('one account in two spellings belongs to two members', () => {
	const model = company();
	model.addMember({ outId: 'm-4', name: 'Dan', account: 'BOB', top: true });
	expect(wholePlanFor(model, [as('m-1', 'Ann', 'bob')]).blocks.map((block) => block.slice(0, 60))).toEqual([
		'the account "bob" of "Ann" (m-1) belongs to "Bob" (m-2), who',
		'the account "bob" of "Ann" (m-1) belongs to "Dan" (m-4), who',
	]);
});

test('the account of a member who is deleted in the same run is taken over', () => {
	const plan = wholePlanFor(company(), [as('m-1', 'Ann', 'bob'), as('m-9', 'New', 'x')], DELETE_MISSING);
	expect(plan.blocks).toEqual([]);
	const warning = 'Takes over the account of "Bob" (m-2), who is deleted in the same run';
	expect(plan.steps.flat(2).map(({ action, out_id: outId, warning: said }) => [action, outId, said])).toEqual([
		['delete', 'm-2', undefined],
		['update', 'm-1', warning],
		['create', 'm-9', undefined],
	]);
});

test('the same account in another spelling, or with blanks, stays as it is', () => {
	expect(planFor(company(), [as('m-1', 'Ann', ' ANN ')])).toEqual([]);
	const [renamed] = planFor(company(), [as('m-1', 'Anna', 'ANN')]);
	expect(renamed?.request.params.account).toBe('ann');
});

test.each([
	['root', '"root" is the account of "Root", who is not in the external directory'],
	['ROOT', '"ROOT" is the account of "Root", who is not in the external directory, spelled "root"'],
])('the account %s of somebody without an external ID is refused', (account, words) => {
	const plan = () => planFor(company(), [as('m-9', 'New', account)]);
	expect(plan).toThrow(expect.objectContaining({ message: `Account: ${words}`, field: 'Account' }));
});

test('a new member with an empty account is refused, one with an account is not', () => {
	expect(() => planFor(company(), [as('m-9', 'New', ' ')])).toThrow('Account: is required for the new member "New"');
	expect(planFor(company(), [as('m-9', 'New', 'n')])).toMatchObject([{ request: { params: { account: 'n' } } }]);
});
