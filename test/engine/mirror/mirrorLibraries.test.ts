import { publishedEntries } from '../../contract/outputSchemas';
import { read } from '../../structure/imports';
import { by } from '../support/library';
import { MirrorLab, planIn, summaryIn, type Tree, WAYS } from './mirrorLab';
import { withoutNulls } from '../../support/withoutNulls';
import { shareWorld } from '../support/world';

/* What a target library means that is not there, and limits that nobody entered. */

const lab = shareWorld(new MirrorLab());

const TWO_LIBRARIES = ['an enterprise, between libraries', 'a person, between libraries'].map((name) => WAYS[name]!);

describe.each(TWO_LIBRARIES)('$node', (way) => {
	beforeAll(() => lab.fill(way.source, 'S', { 'a.txt': 'a' }));

	test.each([by('id', '={{ $json.nothing }}'), '={{ $json.nothing }}'])(
		'an expression that gives nothing is not the source library: %j',
		async (targetLibrary) => {
			const before = lab.emulator.requests.length;
			const { error } = await lab.run(way, { targetLibrary });
			expect(error?.message).toContain('Target Library: the expression gave nothing');
			expect(lab.emulator.requests.length).toBe(before);
		},
	);

	test('a field that was left empty is', async () => {
		const result = await lab.run(way, { targetLibrary: by('id', ''), targetFolder: by('path', 'Copy') });
		expect(summaryIn(result)).toMatchObject({ status: 'done', limits: { percent: 50, count: null } });
		expect(lab.tree(way.source, 'Copy')).toEqual(lab.tree(way.source, 'S'));
	});
});

/* docs/mirror.md: its example is what the node does, and its tables are complete. */

const guide = read('docs/mirror.md');
const blocks = [...guide.matchAll(/^```json\n([^]*?)^```/gm)].map(([, text = '']) => JSON.parse(text) as unknown);
const firstCells = [...guide.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell);
const codes = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));

const way = WAYS['a library authorization']!;
const FOLDERS = { sourceFolder: by('path', 'Projects'), targetFolder: by('path', 'Backup/Projects') };
const RULES = { ...FOLDERS, deleteExtra: true, deletionLimit: 50 };

test('the example gives the plan that is shown, and a second run changes nothing', async () => {
	const [source, target, plan, summary] = blocks as [Tree, Tree, unknown[], object];
	lab.fill(way.source, 'Projects', source);
	lab.fill(way.target, 'Backup/Projects', target);
	const planned = await lab.run(way, { ...RULES, dryRun: true, planOutput: 'changes' });
	expect(withoutNulls(planned.items.map(({ json }) => json))).toEqual(plan);
	const { plan: listed, ...numbers } = summaryIn(await lab.run(way, { ...RULES, dryRun: true }));
	expect(listed).toEqual(plan);
	expect(numbers).toEqual(summary);
	const done = await lab.run(way, RULES);
	expect(planIn(done).map(({ action, fullpath }) => [action, fullpath])).toEqual(
		planned.items.map(({ json: { action, fullpath } }) => [action, fullpath]),
	);
	expect(lab.tree(way.target, 'Backup/Projects')).toEqual(lab.tree(way.source, 'Projects'));
	expect((await lab.run(way, { ...RULES, planOutput: 'changes' })).items).toEqual([]);
});

test('every field of the form and of the items has a row', () => {
	const published = publishedEntries();
	for (const id of ['libraryFolderMirror', 'userFolderMirror']) {
		const { fields = [], outputFields = [] } = (published.find((entry) => entry.id === id) ?? {}) as {
			fields?: Array<{ path: string; label: string }>;
			outputFields?: Array<{ path: string }>;
		};
		expect(outputFields.length).toBeGreaterThan(20);
		const own = fields.filter(({ path }) => !/^(options\.|filters\.|toolDescription)/.test(path));
		for (const { label } of own) expect(firstCells.join('\n')).toContain(label);
		for (const { path } of outputFields) expect(codes).toContain(path.split(/[.[]/)[0]);
	}
});
