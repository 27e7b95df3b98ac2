import { planBin, type Recycled, recycledIn } from '#recycleBin/plan';
import { timeBefore } from '../../../src/protocol/operation/check/date';
import { atOnce } from '../../support/atOnce';

const NOW = Date.parse('2026-11-22T00:00:00Z') / 1000;
const entry = (fullpath: string, more: object = {}): Recycled =>
	recycledIn({ fullpath, hash: fullpath, dir: 0, ...more });
const plan = (entries: Recycled[], filter: object) =>
	atOnce(planBin(entries, { filter, reason: 'r', limits: { percent: 100 }, now: NOW }));

test.each([
	['30', NOW - 30 * 86_400],
	[' 0 ', NOW],
	['2026-10-01', 1_790_812_800],
	['2026-10-01T02:00:00+02:00', 1_790_812_800],
	['2026-10-01 00:00', 1_790_812_800],
	['2026-02-31', undefined],
	['2026-10-01T00:00+25:00', undefined],
	['30 days', undefined],
	['yesterday', undefined],
	['', undefined],
])('the time %j', (text, expected) => {
	expect(timeBefore(text, NOW)).toBe(expected);
});

test('what the list does not say is not deleted on a guess', () => {
	const [unknown, old] = [entry('a'), entry('b', { last_dateline: NOW - 86_400 * 31, last_member_name: 'Kim' })];
	expect(plan([unknown, old], { deletedBefore: '30' }).changes.map((change) => change.entry)).toEqual([old]);
	expect(plan([unknown, old], { deletedBy: 'Kim' }).changes.map((change) => change.entry)).toEqual([old]);
	expect(plan([unknown, old], { deletedBy: 'kim' }).changes).toEqual([]);
});

test('a path that names others in a request, or no path, is never sent', () => {
	const found = plan([entry('a|b'), entry(''), entry('a'), entry('b')], {});
	expect(found.changes.map((change) => change.entry.fullpath)).toEqual(['a', 'b']);
	expect(found.impossible?.map(({ reason }) => reason)).toEqual([
		'its path contains "|", which separates paths in requests',
		'the service did not say the path that it had',
	]);
});
