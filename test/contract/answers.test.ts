import { contractOf, operations } from './contract';
import { contractShape } from './contractShape';
import type { Place, Shape } from './shape';
import { answerSchema, surplus } from './surplus';
import { declaredShapes } from './typeShape';
import { answerProblems } from './validate';

/* The answer types of the catalogue against the 200 responses of openapi.yaml. */

const types = declaredShapes();
const ids = [...operations.keys()];
const answering = ids.filter((id) => contractShape(contractOf(id)));

/** Fields that a type has and the contract does not, with the reason of each. */
const EXTRA_FIELDS: Readonly<Record<string, readonly string[]>> = {
	libraryFileUpdates: [...['[].cursor', '[].dated_ahead'] /* made by the node */],
	entGetGroupByOutId: ['{}.id' /* I11: one type for both names of the ID */],
	entGetGroups: ['[].group_id' /* I11 */],
};
/** Fields that may be absent in one of the two only. */
const OTHERWISE_OPTIONAL: Readonly<Record<string, readonly string[]>> = {
	entGetGroupByOutId: ['{}.group_id' /* I11 */],
	entGetGroups: ['[].id' /* I11 */],
};
const wordsOf = ({ kinds }: Place): string => [...kinds].sort().join();
/** G20: the ID of a queued task is text. */
const isQueueId = (at: string, contract: string, type: string): boolean =>
	/\bqueue_id$/.test(at) && contract === 'number,string' && type === 'string';
const isNumberAsText = (contract: string, type: string): boolean => contract === 'number' && type === 'number,string';
/** The part of a path before its last field or mark. */
const parentOf = (at: string): string => at.replace(/(\.?\w[\w-]*|\[\]|\{\})$/, '');
/** Whether the contract leaves open what is there: no kind is named. */
const isOpen = (shape: Shape, at: string): boolean => shape.get(at)?.kinds.size === 0;
const shapesOf = (id: string): [contract: Shape, type: Shape] => {
	const [contract, type] = [contractShape(contractOf(id)), types.get(id)];
	if (!contract || !type) throw new Error(`${id} has no answer type`);
	return [contract, type];
};
const both = (id: string): Array<[at: string, contract: Place, type: Place]> => {
	const [contract, type] = shapesOf(id);
	return [...contract].flatMap(([at, one]): Array<[string, Place, Place]> => {
		const other = type.get(at);
		return other ? [[at, one, other]] : [];
	});
};

test('every request of the contract has a type, which is unknown only where the contract shows no answer', () => {
	expect(ids.filter((id) => !types.has(id))).toEqual([]);
	expect(ids.filter((id) => (types.get(id) === undefined) === answering.includes(id))).toEqual([]);
});

describe.each(answering)('%s', (id) => {
	test('the type has every field of the contract', () => {
		const [contract, type] = shapesOf(id);
		expect([...contract.keys()].filter((at) => !type.has(at))).toEqual([]);
	});
	test('every other field has a reason', () => {
		const [contract, type] = shapesOf(id);
		const extra = [...type.keys()].filter((at) => !contract.has(at) && !isOpen(contract, parentOf(at)));
		// What an extra field contains needs no reason of its own.
		const first = extra.filter((at) => !extra.includes(parentOf(at)));
		expect(first).toEqual(EXTRA_FIELDS[id] ?? []);
	});
	test('the same fields may be absent', () => {
		const different = both(id).filter(([, contract, type]) => contract.optional !== type.optional);
		expect(different.map(([at]) => at)).toEqual(OTHERWISE_OPTIONAL[id] ?? []);
	});
	test('the values are of the same kinds, but for numbers sent as text (client facts 5.15)', () => {
		const [contract] = shapesOf(id);
		const different = both(id)
			.filter(([at]) => !isOpen(contract, at))
			.map(([at, one, other]) => [at, wordsOf(one), wordsOf(other)] as const)
			.filter(([at, ...kinds]) => kinds[0] !== kinds[1] && !isNumberAsText(...kinds) && !isQueueId(at, ...kinds));
		expect(different.map(([at, one, other]) => `${at}: ${one}, ${other}`)).toEqual([]);
	});
});

test('the reading of types can tell: hand-made expectations', () => {
	const [, info] = shapesOf('entGetMember');
	expect(wordsOf(info.get('orgs[].roles{}') as Place)).toBe('string');
	expect(info.get('orgs[].roles')?.optional).toBe(true);
	expect(info.get('orgs')?.optional).toBe(true);
	expect(info.get('account')).toEqual({ kinds: new Set(['string']), optional: false });
	expect(wordsOf(info.get('member_id') as Place)).toBe('number,string');
	expect([...(types.get('orgGetMembers') ?? new Map()).keys()]).toContain('[].role_id');
	expect([...(types.get('libraryFileGetAllPermission') ?? new Map()).keys()].sort()).toEqual([
		'groups',
		'groups{}',
		'groups{}[]',
		'members',
		'members{}',
		'members{}[]',
	]);
});

// The oracles of answers can fail: planted mistakes are found.
test('a wrong type, a missing and a surplus member are found', () => {
	const op = contractOf('orgInfo');
	const info = {
		org_id: '1',
		org_name: '',
		org_logo_url: '',
		size_org_total: 1,
		size_org_use: 1,
		file_count: 1,
		mount_id: 1,
		owner_id: 1,
		more: 1,
	};
	expect(answerProblems(op, { info }).join()).toMatch(/integer.*dir_count|dir_count.*integer/);
	expect(surplus(answerSchema(op) ?? {}, { info })).toEqual(['/info/more is not in the contract']);
});
