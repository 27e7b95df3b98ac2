import { planDirectory } from '../../../src/protocol/directory/planDirectory';
import { leastOf, longestStepMs } from '../../support/cpu';
import { department, KEEP_MISSING, wantedOf } from './entries';

test('a plan of many departments, deep or moved, can be interrupted every few milliseconds', () => {
	const COUNT = 8_000;
	const departments = Array.from({ length: COUNT }, (_, at) => ({
		...{ id: `${at}`, outId: `d-${at}`, name: 'Team', parentId: '' },
	}));
	const wanted = (parentOf: (at: number) => object) =>
		wantedOf(Array.from({ length: COUNT }, (_, at) => department(`d-${at}`, { name: 'Team', ...parentOf(at) })));
	const current = { departments, members: [], placesRead: true };
	const deep = wanted((at) => (at % 90 === 0 ? {} : { parentOutId: `d-${at - 1}` }));
	const moved = wanted((at) => (at === 0 ? {} : { parentOutId: 'd-0' }));
	for (const [before, after] of [
		[{ ...current, departments: [] }, deep],
		[current, moved],
	] as const)
		expect(leastOf(() => longestStepMs(planDirectory(before, after, KEEP_MISSING)), 50)).toBeLessThan(60);
});
