import { by } from '../../support/nodeParameters';
import { quickTime } from '../support/quickTime';
import { inShort, RestoreLab } from './restoreLab';

/* Restore to a Time leaves alone what is not meant, what has changed meanwhile, and what nobody can tell. */

quickTime();
const lab = new RestoreLab();
beforeEach(async () => {
	await lab.begin();
	for (const path of ['F/a.txt', 'F/b.txt', 'F/c.pdf', 'G/d.txt']) lab.write(path, path);
	time = lab.clock.now();
});
afterEach(async () => await lab.close());
let time = 0;

const rows = async (more: object = {}) => inShort((await lab.restore(time, more)).items);

test('contents, names, places and deleted entries come back, and a second run plans nothing', async () => {
	for (const path of ['H/a.txt', 'H/b.txt', 'H/sub/c.txt', 'H/old/d.txt', 'I/e.txt']) lab.write(path, path);
	const then = lab.state();
	time = lab.clock.now();
	lab.write('H/a.txt', 'encrypted', 'Lee');
	lab.move('H/a.txt', 'H/a.txt.locked', 'Lee');
	lab.move('H/sub', 'I/sub', 'Lee');
	lab.remove('H/old', 'Lee');
	lab.remove('H/b.txt', 'Lee');
	lab.write('H/new.txt', 'new', 'Lee');
	lab.tick();
	const now = lab.state();
	const dry = await lab.restore(time, { dryRun: true, newFiles: 'recycle' });
	expect(dry.error).toBeUndefined();
	expect(inShort(dry.items)).toEqual([
		'recover H/b.txt planned',
		'recover H/old planned',
		'move H/a.txt.locked -> H/a.txt planned',
		'move I/sub -> H/sub planned',
		'restore_version H/a.txt.locked -> H/a.txt planned',
		'recycle H/new.txt planned',
	]);
	expect(lab.state()).toEqual(now);
	const done = await lab.restore(time, { newFiles: 'recycle' });
	expect(done.error).toBeUndefined();
	expect(inShort(done.items).filter((row) => !row.endsWith('done'))).toEqual([]);
	expect(lab.state()).toEqual(then);
	expect((await lab.restore(time, { newFiles: 'recycle' })).items).toEqual([]);
});

test('a dry run is the default, and reads only', async () => {
	lab.write('F/a.txt', 'other', 'Lee');
	const [before, count] = [lab.state(), lab.emulator.requests.length];
	const { items } = await lab.restore(time, { dryRun: undefined });
	const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
	const reason = expect.stringMatching(/content/) as string;
	const row = {
		action: 'restore_version',
		status: 'planned',
		type: 'file',
		fullpath: 'F/a.txt',
		path_then: 'F/a.txt',
	};
	expect(items).toMatchObject([{ ...row, modified_by: 'Lee', reason, modified_at: at, version_at: at }]);
	expect(Object.keys(items[0] ?? {}).length).toBeLessThanOrEqual(12);
	expect(lab.state()).toEqual(before);
	const writes = lab.emulator.requests.slice(count).map(({ path }) => path);
	expect(writes.filter((path) => !/updates|history|recycle$|info|stat|updates_count/.test(path))).toEqual([]);
});

test('people and patterns say what is meant', async () => {
	for (const path of ['F/a.txt', 'F/c.pdf']) lab.write(path, 'by Kim', 'Kim');
	for (const path of ['F/b.txt', 'G/d.txt']) lab.write(path, 'by Lee', 'Lee');
	const dry = { dryRun: true };
	const planned = (...paths: string[]) => paths.map((path) => `restore_version ${path} planned`);
	expect(await rows({ ...dry, filters: { changedBy: [' kim'] } })).toEqual(planned('F/a.txt', 'F/c.pdf'));
	const texts = { folder: by('path', 'F'), filters: { patterns: ['*.txt'] } };
	expect(await rows({ ...dry, ...texts })).toEqual(planned('F/a.txt', 'F/b.txt'));
	expect(await rows({ ...dry, filters: { changedBy: ['Ada'] } })).toEqual([]);
});

test('more changes in one millisecond than a page of the feed shows are planned as far as it shows them', async () => {
	lab.atOnce(60);
	expect(await rows({ dryRun: true, newFiles: 'recycle' })).toHaveLength(120);
	lab.atOnce(150, 'later');
	const { items } = await lab.restore(time, { dryRun: true, newFiles: 'recycle', planOutput: 'summary' });
	expect(items[0]?.notes).toContainEqual(expect.stringMatching(/^300 .* 200 of them.* not in this plan\.$/));
});

test('what is deleted for good is blocked, and the rest comes back', async () => {
	lab.remove('F/a.txt', 'Lee', true);
	lab.remove('F/b.txt', 'Lee');
	expect(await rows()).toEqual(['recover F/b.txt done', 'recover F/a.txt blocked']);
	expect(lab.state('F')).toMatchObject({ 'F/b.txt': expect.any(String) });
});

test('a history that does not reach back to the time is told, and the file stays', async () => {
	lab.write('F/a.txt', 'other', 'Lee');
	lab.write('F/a.txt', 'another', 'Lee');
	lab.emulator.faults.add({ match: '/file/history', times: 100, action: { rewrite: shortened } });
	const { items } = await lab.restore(time);
	const reason = expect.stringMatching(/reach/) as string;
	expect(items).toMatchObject([{ action: 'keep', status: 'skipped', reason }]);
});
/** A history of which only the newest line is kept. */
const shortened = (text: string): string => {
	const answer = JSON.parse(text) as { list: unknown[] };
	return JSON.stringify({ count: 1, list: answer.list.slice(0, 1) });
};

test('a content that the service no longer has is blocked', async () => {
	lab.write('F/a.txt', 'other', 'Lee');
	lab.write('F/b.txt', 'other', 'Lee');
	lab.forget('F/a.txt');
	expect((await rows()).sort()).toEqual(['restore_version F/a.txt blocked', 'restore_version F/b.txt done']);
});

test.each<[string, () => void]>([
	['edited', () => lab.write('F/a.txt.locked', 'later', 'Ada')],
	['moved', () => lab.move('F/a.txt.locked', 'G/later.txt', 'Ada')],
	['deleted', () => lab.remove('F/a.txt.locked', 'Ada')],
])('what is %s between plan and act is left alone, and told', async (_, meanwhile) => {
	lab.move('F/a.txt', 'F/a.txt.locked', 'Lee');
	lab.write('F/b.txt', 'other', 'Lee');
	let isDone = false;
	lab.emulator.faults.choose = ({ path }) => {
		if (!isDone && lab.lastParts().includes('history') && /info$/.test(path)) {
			isDone = true;
			meanwhile();
		}
		return undefined;
	};
	const { items } = await lab.restore(time, {}, true);
	expect(isDone).toBe(true);
	expect(items.find(({ fullpath }) => fullpath === 'F/b.txt')).toMatchObject({ status: 'done' });
	expect(items.find(({ fullpath }) => fullpath === 'F/a.txt.locked')).toMatchObject({ status: 'failed' });
});

test.each(['reset', 'resetAfter'] as const)('a move whose answer is lost (%s) is made once', async (action) => {
	lab.move('F/a.txt', 'G/a.txt', 'Lee');
	lab.emulator.faults.add({ match: '/file/move', action });
	expect(await rows()).toEqual(['move G/a.txt -> F/a.txt done']);
	expect(Object.keys(lab.state())).toEqual(['F', 'F/a.txt', 'F/b.txt', 'F/c.pdf', 'G', 'G/d.txt']);
});

test('entries that may not come back are asked for once', async () => {
	for (const path of ['F/a.txt', 'F/b.txt']) lab.remove(path, 'Lee');
	lab.emulator.faults.add({ match: '/file/recover', times: 9, action: { status: 403, body: { error_code: 40310 } } });
	expect(inShort((await lab.restore(time, {}, true)).items)).toEqual([
		'recover F/a.txt failed',
		'recover F/b.txt failed',
	]);
	expect(lab.lastParts().filter((part) => part === 'recover')).toHaveLength(1);
});

test('what somebody else has recovered, or emptied out of the recycle bin, keeps nothing else there', async () => {
	for (const path of ['F/a.txt', 'F/b.txt', 'F/c.pdf']) lab.remove(path, 'Lee');
	let isDone = false;
	lab.emulator.faults.choose = ({ path }) => {
		if (isDone || !path.endsWith('/file/recover')) return undefined;
		isDone = true;
		lab.bringBack('F/a.txt', 'Ada');
		lab.bringBack('F/b.txt', 'Ada');
		lab.remove('F/b.txt', 'Ada', true);
		return undefined;
	};
	const { items } = await lab.restore(time, {}, true);
	expect(inShort(items)).toEqual(['recover F/a.txt done', 'recover F/b.txt failed', 'recover F/c.pdf done']);
	expect(items[1]?.error).toMatch(/F\/b.txt/);
});

test('what somebody puts into a folder that goes back to the recycle bin keeps it, until the next run', async () => {
	lab.write('D/old.txt', 'old', 'Lee');
	lab.remove('D', 'Lee');
	const then = lab.state();
	const before = lab.clock.now();
	lab.bringBack('D', 'Lee');
	let isDone = false;
	lab.emulator.faults.choose = ({ path }) => {
		if (isDone || !path.endsWith('/file/move')) return undefined;
		isDone = true;
		lab.move('F/a.txt', 'D/a.txt', 'Ada');
		return undefined;
	};
	const { items } = await lab.restore(before, { newFiles: 'recycle' }, true);
	lab.emulator.faults.clear();
	expect(inShort(items)).toEqual(['recycle D failed']);
	expect(items[0]?.error).toMatch(/"D\/a.txt" came there/);
	expect(Object.keys(lab.state('D'))).toEqual(['D/a.txt', 'D/old.txt']);
	await lab.restore(before, { newFiles: 'recycle' });
	expect(lab.state()).toEqual(then);
});

test('what came since keeps its place only if nothing comes back there', async () => {
	lab.remove('F/a.txt', 'Lee');
	lab.write('F/a.txt', 'new', 'Lee');
	await lab.restore(time);
	expect(Object.keys(lab.state('F'))).toEqual(['F/a(3).txt', 'F/a.txt', 'F/b.txt', 'F/c.pdf']);
	expect(await rows()).toEqual([]);
});

test.each([
	[{ newFiles: 'recycle', options: { deletionLimit: 10 } }, /Deletion Limit: .* 3 of 7 files/],
	[{ newFiles: 'recycle', options: { deletionLimit: 100, deletionLimitCount: 2 } }, /the limit is 2/],
	[{ time: new Date(Date.now() + 86_400_000).toISOString() }, /Time.* future/],
])('%j is refused, and nothing is changed', async (more, message) => {
	for (const path of ['F/n1', 'F/n2', 'F/n3']) lab.write(path, 'new', 'Lee');
	const before = lab.state();
	expect((await lab.restore(time, more)).error?.message).toMatch(message);
	expect(lab.state()).toEqual(before);
});

test('a folder that never was there is told, and one that is elsewhere is not', async () => {
	lab.move('F', 'G/F', 'Lee');
	const notes = async (folder: string) =>
		(await lab.restore(time, { folder: by('path', folder), dryRun: true, planOutput: 'summary' })).items[0]?.notes;
	expect(await notes('Nowhere')).toEqual([expect.stringMatching(/Nothing is at "Nowhere".*check the path/)]);
	expect(await notes('F')).toEqual([]);
});

test('names that differ in case only are two, where the service tells them apart', async () => {
	lab.write('F/A.txt', 'another');
	time = lab.clock.now();
	const then = lab.state();
	lab.write('F/a.txt', 'other', 'Lee');
	lab.move('F/A.txt', 'F/z.txt', 'Lee');
	expect((await lab.restore(time)).error).toBeUndefined();
	expect(lab.state()).toEqual(then);
});

test('a name that makes way for another one is no change of the person, so the next run tells what stays', async () => {
	for (const path of ['a', 'b']) lab.write(path, path);
	time = lab.clock.now();
	lab.remove('b');
	lab.move('a', 'b', 'Lee');
	lab.bringBack('b', 'Lee');
	lab.write('a', 'new');
	const filters = { changedBy: ['Lee'] };
	expect(await rows({ filters })).toEqual(['move b done', 'move b(2) -> b done', 'keep b -> a skipped']);
	expect(await rows({ filters })).toEqual(['keep b(3) -> a skipped']);
});
