import { sha1 } from '../../support/hashes';
import { ManualClock } from '../../emulator/time/clock';
import { by } from '../support/library';
import { oneCase } from '../../support/runs';
import { useWorld } from '../support/world';
import { changesIn, MirrorLab, planIn, summaryIn, WAYS, type Way } from './mirrorLab';

/* What a mirror keeps: files that are newer in the target, and what it replaces or deletes, in an archive. */

const lab = useWorld(new MirrorLab());

const content = sha1;
const OWN = WAYS['a library authorization'] as Way;
const ALL = { deleteExtra: true, deletionLimit: 100 };

test('an edit of the target is kept, and the plan says so; equal seconds are not newer', async () => {
	const clock = new ManualClock();
	await lab.restart({ clock });
	lab.fill(1, 'S', { 'edited.txt': 'a', 'same second.txt': 'b' });
	lab.fill(1, 'T', { 'same second.txt': 'c' });
	clock.advance(5_000);
	lab.fill(1, 'T', { 'edited.txt': 'by somebody' });
	const kept = await lab.run(OWN, { ...ALL, options: { ifTargetNewer: 'keep' } });
	expect(changesIn(kept)).toEqual(['update file T/same second.txt: done', 'keep file T/edited.txt: skipped']);
	expect(planIn(kept)[1]?.reason).toBe('content differs, and the target is newer');
	expect(summaryIn(kept)).toMatchObject({ status: 'done', changes: 1, kept: 1 });
	expect(lab.tree(1, 'T')['edited.txt']).toBe(content('by somebody'));
	await lab.run(OWN, ALL);
	expect(lab.tree(1, 'T')).toEqual(lab.tree(1, 'S'));
});

describe.each(oneCase(Object.entries(WAYS), 2))('with %s, an archive', (_, way) => {
	test.each([
		['beside the target', 'Old'],
		['inside the target', 'T/x/Old'],
	])('%s gets what is replaced and deleted, and is never mirrored away', async (_where, archive) => {
		lab.fill(way.source, 'S', { 'b.txt': 'new', c: null });
		lab.fill(way.target, 'T', { 'b.txt': 'old', 'x/y/gone.txt': 'gone', 'x/z.txt': 'z', c: 'a file' });
		const parameters = { ...ALL, archiveFolder: by('path', archive) };
		const planned = await lab.run(way, { ...parameters, dryRun: true });
		expect(lab.writes()).toEqual([]);
		expect(planIn(planned).map(({ archive_fullpath: path }) => typeof path)).toContain('string');
		const run = await lab.run(way, parameters);
		expect(summaryIn(run)).toMatchObject({ status: 'done', failed: 0 });
		const [day] = Object.keys(lab.tree(way.target, archive));
		expect(day).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
		expect(lab.tree(way.target, `${archive}/${day}`)).toMatchObject({
			'b.txt': content('old'),
			'x/y/gone.txt': content('gone'),
			'x/z.txt': content('z'),
			c: content('a file'),
		});
		const { 'b.txt': b, c } = lab.tree(way.target, 'T');
		expect([b, c]).toEqual([content('new'), null]);
		expect(lab.writes()).not.toContain('del');
		const again = await lab.run(way, parameters);
		expect(changesIn(again)).toEqual([]);
		// What somebody edits later goes to the archive of that run.
		lab.fill(way.source, 'S', { 'd.txt': 'd' });
		lab.fill(way.target, 'T', { 'd.txt': 'other' });
		expect(summaryIn(await lab.run(way, parameters))).toMatchObject({ status: 'done', changes: 1 });
		expect(Object.values(lab.tree(way.target, archive))).toEqual(expect.arrayContaining([content('other')]));
	});

	test('gives back a file whose new content cannot be stored', async () => {
		lab.fill(way.source, 'S', { 'x/b.txt': 'new' });
		lab.fill(way.target, 'T', { 'x/b.txt': 'old' });
		const refused = { status: 403, body: { error_code: 40310, error_msg: 'no permission' } };
		lab.emulator.faults.add({ match: '/create_file', action: refused, times: 100 });
		const { error } = await lab.run(way, { ...ALL, archiveFolder: by('path', 'Old') });
		expect(error?.message).toContain('b.txt');
		expect(lab.tree(way.target, 'T')).toEqual({ x: null, 'x/b.txt': content('old') });
		expect(Object.values(lab.tree(way.target, 'Old')).filter((each) => each !== null)).toEqual([]);
	});
});

test('where even that fails, the error says where the file is', async () => {
	lab.fill(1, 'S', { 'b.txt': 'new' });
	lab.fill(1, 'T', { 'b.txt': 'old' });
	const refused = { status: 403, body: { error_code: 40310, error_msg: 'no permission' } };
	lab.emulator.faults.add({ match: '/create_file', action: refused, times: 100 });
	lab.emulator.faults.add({ match: '/move', after: 1, action: refused, times: 100 });
	const { error } = await lab.run(OWN, { ...ALL, archiveFolder: by('path', 'Old') });
	const [day] = Object.keys(lab.tree(1, 'Old'));
	expect(lab.tree(1, `Old/${day}`)).toEqual({ 'b.txt': content('old') });
	expect(`${error?.message} ${error?.description}`).toContain(`Old/${day}/b.txt`);
});
