import { by } from '../support/library';
import { changesIn, MirrorLab, planIn, summaryIn, WAYS, type Way } from './mirrorLab';
import { useWorld } from '../support/world';

/* What a mirror refuses, and what becomes of the other changes when one fails. */

const lab = useWorld(new MirrorLab());
const OWN = WAYS['a library authorization'] as Way;
const TWO = WAYS['an enterprise, between libraries'] as Way;
const GOES_ON = { nodeProps: { onError: 'continueRegularOutput' } } as const;

describe.each(Object.entries(WAYS).filter(([, { source, target }]) => source === target))(
	'with %s, folders that are not apart',
	(_, way) => {
		test.each([
			['S', 'S', 'Target Folder is the source folder'],
			['/', 'T', 'Target Folder is inside the source folder, the library root'],
		])('%s to %s are refused before anything is sent', async (from, to, message) => {
			const folders = { sourceFolder: by('path', from), targetFolder: by('path', to), dryRun: true };
			const { error } = await lab.run(way, folders);
			expect(error?.message).toContain(message);
			expect(lab.emulator.requests.map(({ path }) => path)).toEqual([]);
		});
	},
);

test.each([
	['Target Folder', by('path', 'S'), by('path', 'D/b.txt')],
	['Source Folder', by('path', 'D/b.txt'), by('path', 'S')],
])('a file as the %s is told of that field', async (label, sourceFolder, targetFolder) => {
	lab.fill(1, 'S', { 'a.txt': 'a' });
	lab.fill(1, 'D', { 'b.txt': 'b' });
	const { error } = await lab.run(OWN, { sourceFolder, targetFolder });
	expect(error?.message).toMatch(new RegExp(`^${label}: .*\\(error 40003`));
});

test('one library under two IDs is recognized, before anything is written', async () => {
	const two = { sourceLibrary: by('id', '1101'), targetLibrary: by('mountId', '2101') };
	const libraries = { authentication: 'enterprise', ...two };
	lab.fill(2101, 'S', { 'a.txt': 'a' });
	const { error } = await lab.run({ ...TWO, libraries }, { targetFolder: by('path', 'S/inside') });
	expect(error?.message).toContain('Target Folder is inside the source folder, "S"');
	expect(lab.writes()).toEqual([]);
});

test('a source folder that is missing is a failure, and nothing is deleted', async () => {
	lab.fill(1, 'T', { 'a.txt': 'a' });
	const { error } = await lab.run(OWN, { deleteExtra: true, deletionLimit: 100 });
	expect(error?.message).toContain('S');
	expect(lab.writes()).toEqual([]);
	expect(Object.keys(lab.tree(1, 'T'))).toEqual(['a.txt']);
});

const refused = { status: 403, body: { error_code: 40310, error_msg: 'no permission' } };

describe('when a change fails', () => {
	beforeEach(() => {
		lab.fill(1, 'S', { 'a/1': '1', 'a/2': '2', 'b/1': '3', c: '4' });
		lab.fill(1, 'T', { 'extra/x': 'x' });
		lab.emulator.faults.add({ match: '/create_folder', action: refused });
	});

	test('the error names the change, and no field for a path that is not that of the form', async () => {
		lab.emulator.faults.clear();
		const body = { error_code: 40003, error_msg: 'fullpath is wrong' };
		lab.emulator.faults.add({ match: '/create_folder', action: { status: 400, body } });
		const { error } = await lab.run(OWN, { options: { concurrency: 1 } });
		const said = /^The service refused .*: fullpath is wrong .*; failed to create "T\/[ab]"; 0 of/;
		expect(error?.message).toMatch(said);
	});

	test('where the workflow continues, it is an item, and what does not depend on it is made', async () => {
		const result = await lab.run(OWN, { deleteExtra: true, deletionLimit: 100 }, GOES_ON);
		const statuses = Object.fromEntries(planIn(result).map(({ fullpath, status }) => [fullpath, status]));
		const folder = statuses['T/a'] === 'failed' ? 'a' : 'b';
		expect(folder === 'a' ? statuses['T/a/2'] : statuses['T/b/1']).toBe('skipped');
		const skipped = folder === 'a' ? 2 : 1;
		expect(Object.values(statuses).filter((status) => status === 'skipped')).toHaveLength(skipped);
		expect(statuses['T/extra']).toBe('done');
		expect(summaryIn(result)).toMatchObject({ status: 'failed', failed: 1, skipped });
		const again = await lab.run(OWN, { deleteExtra: true, deletionLimit: 100 });
		expect(summaryIn(again)).toMatchObject({ status: 'done', failed: 0 });
		expect(lab.tree(1, 'T')).toEqual(lab.tree(1, 'S'));
	});
});

test('a source that could not be read whole deletes nothing', async () => {
	lab.fill(1, 'S', { a: 'a' });
	lab.fill(1, 'T', { a: 'a', b: 'b' });
	const action = { status: 200, body: { count: 2, list: [] } };
	// With one request at a time, the first list is that of the source, the second one that of the target.
	lab.emulator.faults.add({ match: '/ls', action }, { match: '/ls', action, after: 1, times: 1000 });
	const parameters = { deleteExtra: true, deletionLimit: 100, options: { concurrency: 1 } };
	const { error } = await lab.run(OWN, parameters);
	expect(error?.message).toContain('The source folder could not be read for certain, so nothing is deleted');
	expect(error?.message).toContain('announced 2 entries but returned 0');
	expect(lab.writes()).toEqual([]);
	lab.emulator.faults.clear();
	expect(changesIn(await lab.run(OWN, parameters))).toEqual(['delete file T/b: done']);
});
