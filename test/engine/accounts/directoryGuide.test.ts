import type { IDataObject } from 'n8n-workflow';
import { FIELD_NAMES } from '../../../src/protocol/directory/entryFields';
import { reference } from '../../contract/reference';
import { read } from '../../structure/imports';
import { APPLY, Synchronization } from './synchronization';

/* docs/directory-sync.md: its example is what the node does, and its tables are complete. */

const guide = read('docs/directory-sync.md');
const blocks = [...guide.matchAll(/^```json\n([^]*?)^```/gm)].map(([, text = '']) => JSON.parse(text) as IDataObject[]);
const firstCells = [...guide.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell);

let sync: Synchronization;
beforeAll(async () => void (sync = await Synchronization.start()));
afterAll(async () => await sync.close());

test('the example gives the plan that is shown, and a second run changes nothing', async () => {
	const [before = [], after = [], changes, summary] = blocks;
	const { members, groups, topLevel } = sync.directory;
	for (const all of [members, groups, topLevel]) all.clear();
	expect((await sync.run(before, APPLY)).error).toBeUndefined();
	const options = { missingMembers: 'disable', deleteMissingDepartments: true, deletionLimit: 50 };
	const { items } = await sync.run(after, { options, planOutput: 'changes' });
	expect(items.map(({ json }) => json)).toEqual(changes);
	expect((await sync.run(after, { options })).summary).toEqual({ ...summary, plan: changes });
	expect((await sync.run(after, { ...APPLY, options })).error).toBeUndefined();
	expect((await sync.run(after, { ...APPLY, options })).changes).toEqual([]);
});

test('every field of an entry and every option has a row', () => {
	const fields = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
	for (const name of Object.values(FIELD_NAMES)) expect(fields).toContain(name);
	const { parameters = [] } = reference().find(({ id }) => id === 'directorySynchronize') ?? {};
	const options = parameters.filter(({ path }) => path.startsWith('options.'));
	expect(options.length).toBeGreaterThan(5);
	for (const { label } of options) expect(firstCells).toContain(label);
});

test('the reference lists every field of the form', () => {
	const { parameters = [] } = reference().find(({ id }) => id === 'directorySynchronize') ?? {};
	const paths = parameters.map(({ path }) => path);
	expect(paths).toEqual(expect.arrayContaining(['dryRun', 'source', 'directory', 'options.missingMembers']));
	for (const key of Object.keys(FIELD_NAMES)) expect(paths).toContain(`fieldNames.${key}`);
});
