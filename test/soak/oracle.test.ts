import { faultsOf, newRecord, unevenActivities, unevenChanges, type Record } from './oracle';
import type { Outcome, Truth } from './messages';
import { differences, LaneModel } from './model';
import { Random } from './random';
import { slopeOf } from './slope';

/* The oracle of a soak finds what it is there to find: each row is a planted fault. */

const TRUTH: Truth = { files: {}, knownSessions: [], unknownSessions: 0, touches: [], latest: [], activities: [] };
const outcome = (more: Partial<Outcome>): Outcome => ({
	world: 1,
	id: 'libraryFileDelete',
	from: 100,
	to: 200,
	items: 1,
	failures: [],
	endpoints: ['/m-open/1/file/del'],
	bytes: 0,
	...more,
});
const found = (more: Partial<Record>): string[] =>
	faultsOf({ ...newRecord(), truth: TRUTH, model: {}, ...more }, { target: 1, operations: 0 });
const fault = { at: 150, world: 1, endpoint: '/m-open/1/file/del', kind: 'lost answer' };
const FAILED = outcome({ failures: ['The connection was reset | Check'] });

test('a quiet soak has no findings', () => expect(found({ outcomes: [outcome({})] })).toEqual([]));
test('a failure with a fault at a request that changes something is justified', () =>
	expect(found({ outcomes: [FAILED], faults: [fault] })).toEqual([]));

test.each<[string, Partial<Record>, RegExp]>([
	['a failure without a fault', { outcomes: [FAILED] }, /without a reason/],
	['a fault of another service', { outcomes: [FAILED], faults: [{ ...fault, world: 2 }] }, /without a reason/],
	['a fault at another time', { outcomes: [FAILED], faults: [{ ...fault, at: 201 }] }, /without a reason/],
	['a fault that only takes time', { outcomes: [FAILED], faults: [{ ...fault, kind: 'drip' }] }, /without a reason/],
	[
		'a fault at a reading',
		{
			outcomes: [{ ...FAILED, endpoints: ['/m-open/1/file/info'] }],
			faults: [{ ...fault, endpoint: '/m-open/1/file/info' }],
		},
		/without a reason/,
	],
	[
		'an error that nobody can use',
		{ outcomes: [outcome({ failures: ['Cannot read undefined'] })], faults: [fault] },
		/unclear/,
	],
	['a fault that never came', { coverage: { '/a': { reset: 0 } } }, /1 faults are missing at \/a/],
	['a wrong content', { model: { a: ['1'] }, truth: { ...TRUTH, files: { a: '2' } } }, /a is 2 instead of 1/],
	['a lost file', { model: { a: ['1'] } }, /a is absent instead of 1/],
	['a file that nothing stored', { truth: { ...TRUTH, files: { a: '2' } } }, /nothing stored it/],
	['an open session', { truth: { ...TRUTH, knownSessions: ['a'] } }, /left open: a/],
	['a lost change', { truth: { ...TRUTH, touches: ['a'], latest: ['a'] } }, /was lost: a/],
	['a lost activity', { truth: { ...TRUTH, activities: ['a'] } }, /1 times, reported 0 times: a/],
	['something that threw', { defects: ['hangs'] }, /hangs/],
])('%s is found', (_name, more, finding) => expect(found(more).join('\n')).toMatch(finding));

test('changes and activities are counted', () => {
	const truth = { ...TRUTH, touches: ['a', 'a', 'b'], latest: ['a', 'b'] };
	expect(unevenChanges(['a', 'a', 'b'], truth)).toEqual([]);
	expect(unevenChanges(['a', 'b', 'b'], truth)).toEqual(['reported 2 times, happened 1 times: b']);
	expect(unevenActivities(['a', 'b'], ['b', 'a'])).toEqual([]);
	expect(unevenActivities(['a', 'a'], ['a'])).toEqual(['in the log 1 times, reported 2 times: a']);
});

test('a path has what was stored last; a failed change leaves two possibilities, until it is settled', () => {
	const model = new LaneModel('Lane');
	model.is('a', '1');
	model.may('a', '2');
	expect(differences(model.asModel(), { a: '1' })).toEqual([]);
	expect(differences(model.asModel(), { a: '2' })).toEqual([]);
	expect(differences(model.asModel(), { a: '3' })).toHaveLength(1);
	expect(model.certain(new Random(1), 9)).toEqual([]);
	expect(model.uncertain(9, -1)).toEqual(['a']);
	model.is('a', '2');
	expect(differences(model.asModel(), { a: '1' })).toHaveLength(1);
	expect(model.certain(new Random(1), 9)).toEqual([{ path: 'a', sha1: '2' }]);
});

// By hand: the line through (0, 1), (1, 3), (2, 2) rises by 0.5; its residuals are −0.5, 1, −0.5.
test('the slope of a line, and how sure it is', () => {
	const { perHour, uncertainty } = slopeOf([
		[0, 1],
		[1, 3],
		[2, 2],
	]);
	expect(perHour).toBeCloseTo(1_800);
	expect(uncertainty).toBeCloseTo(12.71 * Math.sqrt(1.5 / 1 / 2) * 3_600);
	expect(slopeOf([[0, 1]]).uncertainty).toBe(Infinity);
});
