import { inShort, RestoreLab } from './restoreLab';

/* Restore to a Time in n8n's engine, against the emulator. */

const lab = new RestoreLab();
beforeEach(async () => await lab.begin());
afterEach(async () => await lab.close());

test('contents, names, places and deleted entries come back, and a second run plans nothing', async () => {
	for (const path of ['F/a.txt', 'F/b.txt', 'F/sub/c.txt', 'F/old/d.txt', 'G/e.txt']) lab.write(path, path);
	const then = lab.state();
	const time = lab.clock.now();
	lab.write('F/a.txt', 'encrypted', 'Lee');
	lab.move('F/a.txt', 'F/a.txt.locked', 'Lee');
	lab.move('F/sub', 'G/sub', 'Lee');
	lab.remove('F/old', 'Lee');
	lab.remove('F/b.txt', 'Lee');
	lab.write('F/new.txt', 'new', 'Lee');
	lab.tick();
	const now = lab.state();
	const dry = await lab.restore(time, { dryRun: true, newFiles: 'recycle' });
	expect(dry.error).toBeUndefined();
	expect(inShort(dry.items)).toEqual([
		'recover F/b.txt planned',
		'recover F/old planned',
		'move F/a.txt.locked -> F/a.txt planned',
		'move G/sub -> F/sub planned',
		'restore_version F/a.txt.locked -> F/a.txt planned',
		'recycle F/new.txt planned',
	]);
	expect(lab.state()).toEqual(now);
	const done = await lab.restore(time, { newFiles: 'recycle' });
	expect(done.error).toBeUndefined();
	expect(inShort(done.items).filter((row) => !row.endsWith('done'))).toEqual([]);
	expect(lab.state()).toEqual(then);
	expect((await lab.restore(time, { newFiles: 'recycle' })).items).toEqual([]);
});
