import {
	type CurrentDirectory,
	entryFields,
	planDirectory,
	readWanted,
	unknownFields,
	unusedNames,
} from '#directory/plan';
import { summaryItem } from '../../../src/protocol/plan/plan';
import { inPieces } from '../../support/inPieces';
import { DELETE_MISSING, department, KEEP_MISSING, member, planBetween, wantedOf } from './entries';
import { sized } from '../../support/runs';

/* However large a directory is, the pieces in which it is worked on are small. */

const MEMBERS = 4_000;
/** Of 200 members at a time: those of the input and of the service, and what is left of the list before. */
const PIECE = 1_000;

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const entries = [
	...upTo(2).map((at) => department(`d${at}`)),
	...upTo(MEMBERS).map((at) => member(`m${at}`, { title: 'T', leader: `m${at >> 1}`, departmentOutIds: ['d1'] })),
];
const rows = entries.map((json, item) => ({ item, where: '', json }));
const fields = entryFields({ email: 'Mail' });
/** Every other member is there; each of them changes its title, its department and its state, and others go. */
const current: CurrentDirectory = {
	departments: [{ id: '1', outId: 'd0', name: 'Department d0', parentId: '' }],
	placesRead: true,
	members: upTo(MEMBERS).map((at) => ({
		...{ outId: `m${2 * at}`, name: `Member m${2 * at}`, account: `account m${2 * at}`, email: '', phone: '' },
		...{ title: '', enabled: true, expires: '', departments: ['d0'], listed: true },
	})),
};
const plan = () => planBetween(current, wantedOf(entries), DELETE_MISSING);

test.each([
	['the entries of the input', () => inPieces((watch) => readWanted(rows.map(watch), fields))],
	['its unknown fields', () => inPieces((watch) => unknownFields(rows.map(watch), fields))],
	['names that no entry has', () => inPieces((watch) => unusedNames(rows.map(watch), fields))],
	[
		'the plan',
		() =>
			inPieces((watch) => {
				const { departments, members } = wantedOf(entries);
				const there = { ...current, members: current.members.map(watch) };
				return planDirectory(there, { departments, members: members.map(watch) }, DELETE_MISSING);
			}),
	],
	[
		'its summary',
		() =>
			inPieces((watch) => {
				const { changes, ...more } = plan();
				const watched = { ...more, changes: changes.map(watch) };
				return summaryItem(watched, { dryRun: true, items: [], outcomes: [] });
			}),
	],
])('%s', (_name, work) => expect(work().most).toBeLessThan(PIECE));

test('the plan has changes of all kinds', () => {
	const { members } = plan().totals?.([]) as { members: Record<string, number> };
	const half = MEMBERS / 2;
	// The supervisors of half of those who are there are created, and set after that.
	expect(members).toMatchObject({ create: half, update: half + half / 2, delete: half, join: half, leave: half });
});

test('a plan of many departments, deep or moved, can be interrupted all the time', () => {
	const COUNT = sized(8_000, 3_000);
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
		expect([...planDirectory(before, after, KEEP_MISSING)].length).toBeGreaterThan(COUNT / 200);
});
