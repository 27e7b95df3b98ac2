import { by } from '../support/library';
import { changesIn, MirrorLab, summaryIn, WAYS, type Tree, type Way } from './mirrorLab';
import { oneCase } from '../../support/runs';
import { useWorld } from '../support/world';

/* Mirror in n8n's engine, in every way that libraries are named, against the emulator. */

const lab = useWorld(new MirrorLab());

const SOURCE: Tree = {
	'offer.txt': 'the offer',
	'2026/plan.txt': 'the plan',
	'2026/Q1/report.txt': 'a report',
	'renamed.txt': 'was called otherwise',
	'moved/away.txt': 'moved',
	empty: null,
	'zero.txt': '',
};
const TARGET: Tree = {
	'offer.txt': 'an older offer',
	'2026/plan.txt': 'the plan',
	'old name.txt': 'was called otherwise',
	'away.txt': 'moved',
	'gone/a.txt': 'extra a',
	'gone/deep/b.txt': 'extra b',
	'extra.txt': 'extra c',
};
const ALL = { deleteExtra: true, deletionLimit: 100 };

/** Both folders before a mirror, filled. */
function folders(way: Way) {
	beforeEach(() => {
		lab.fill(way.source, 'S', SOURCE);
		lab.fill(way.target, 'T', TARGET);
		lab.fill(way.target, 'Beside', { 'untouched.txt': 'not ours' });
	});
	const source = () => lab.tree(way.source, 'S');
	const target = () => lab.tree(way.target, 'T');
	return { source, target };
}

describe.each(Object.entries(WAYS))('with %s', (_, way) => {
	const { source, target } = folders(way);

	test('the target becomes equal, no byte moves, and a second run changes nothing', async () => {
		const before = source();
		const result = await lab.run(way, ALL);
		expect(result.error).toBeUndefined();
		expect(target()).toEqual(before);
		expect(source()).toEqual(before);
		expect(lab.tree(way.target, 'Beside')).toMatchObject({ 'untouched.txt': expect.any(String) });
		expect(lab.bytesSent()).toBe(0);
		expect(summaryIn(result)).toMatchObject({ status: 'done', failed: 0, bytes_sent: 0, dry_run: false });
		lab.writes();
		const again = await lab.run(way, ALL);
		expect(changesIn(again)).toEqual([]);
		expect(summaryIn(again)).toMatchObject({ status: 'nothing_to_do', changes: 0, unchanged: 6 });
		expect(lab.writes()).toEqual([]);
	});
});

describe.each(oneCase(Object.entries(WAYS)))('with %s', (_, way) => {
	const { source, target } = folders(way);

	test('a dry run sends reads only, and what it shows is what is done then', async () => {
		const planned = await lab.run(way, { ...ALL, dryRun: true });
		expect(lab.writes()).toEqual([]);
		expect(summaryIn(planned)).toMatchObject({ status: 'planned', dry_run: true, done: 0 });
		const done = await lab.run(way, ALL);
		expect(changesIn(done)).toEqual(changesIn(planned).map((text) => text.replace(/planned$/, 'done')));
		expect(lab.writes()).toHaveLength(changesIn(planned).length);
	});

	test('a target folder that is missing is created, with those around it', async () => {
		const targetFolder = by('path', '/New/deep/T');
		const planned = await lab.run(way, { targetFolder, dryRun: true });
		const done = await lab.run(way, { targetFolder });
		expect(lab.tree(way.target, 'New/deep/T')).toEqual(source());
		expect(changesIn(done)).toEqual(changesIn(planned).map((text) => text.replace(/planned$/, 'done')));
		expect(changesIn(done)[0]).toBe('create folder New/deep/T: done');
		expect(changesIn(await lab.run(way, { targetFolder }))).toEqual([]);
	});

	test('filters leave alone what they exclude, on both sides', async () => {
		await lab.run(way, { ...ALL, filters: { include: ['*.txt'], maxDepth: 2 } });
		const { 'gone/deep/b.txt': deep, ...rest } = target();
		expect(deep).toBeDefined();
		const meant = Object.fromEntries(Object.entries(source()).filter(([path]) => !/Q1|empty/.test(path)));
		expect(rest).toEqual({ ...meant, gone: null, 'gone/deep': null });
	});
});
