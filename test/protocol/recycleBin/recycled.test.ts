import { planBin, type Recycled, recycledIn } from '#recycleBin/plan';
import { atOnce } from '../../support/atOnce';

const NOW = Date.parse('2026-11-22T00:00:00Z') / 1000;
const entry = (fullpath: string, more: object = {}): Recycled =>
	recycledIn({ fullpath, hash: fullpath, dir: 0, ...more });
const plan = (entries: Recycled[], filter: object) =>
	atOnce(planBin(entries, { filter, reason: 'r', limits: { percent: 100, count: null }, now: NOW }));

test('what the list does not say is not deleted on a guess', () => {
	const [unknown, old] = [entry('a'), entry('b', { last_dateline: NOW - 86_400 * 31, last_member_name: 'Kim' })];
	expect(plan([unknown, old], { deletedBefore: '30' }).changes).toEqual([old]);
	expect(plan([unknown, old], { deletedBy: 'Kim' }).changes).toEqual([old]);
	expect(plan([unknown, old], { deletedBy: 'kim' }).changes).toEqual([]);
});

test('a path that names others in a request, or no path, is never sent', () => {
	const found = plan([entry('a|b'), entry(''), entry('a'), entry('b')], {});
	expect(found.changes.map(({ fullpath }) => fullpath)).toEqual(['a', 'b']);
	expect(found.impossible?.map((one) => found.describe(one).reason)).toEqual([
		'its path contains "|", which separates paths in requests',
		'the service did not say the path that it had',
	]);
});
