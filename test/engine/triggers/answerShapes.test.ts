import { Activities, activities } from '../support/activities';
import { shapeNames, type ShapeName } from '../../emulator';
import { someCases } from '../../support/runs';
import type { Engine } from '../support/engine';
import { summaries, Triggers } from '../support/triggers';
import { dataOf, pageEvent, PreviewSetup } from './previewSetup';
import { opened } from '../support/world';

/* The triggers find and show the same in each attested shape of answers. (All other nodes: test/contract.) */

let engine: Engine;
beforeAll(async () => void (engine = await Triggers.engine()));

const choices: ReadonlyArray<ShapeName | 'all'> = [...someCases(shapeNames), 'all'];
const optionsFor = (name: ShapeName | 'all') => ({ answers: name === 'all' ? name : [name] });

test.each(choices)('%s: File Library Trigger reports what happened, once', async (name) => {
	const triggers = await Triggers.start(engine, optionsFor(name));
	const events = ['fileCreated', 'fileDeleted', 'folderCreated', 'folderDeleted', 'moved'];
	const trigger = triggers.activate({ events });
	await trigger.poll();
	triggers.client.emulator.seedFile('F/a.txt', 'a');
	triggers.clock.advance(10);
	await triggers.folder('合 同/B');
	const first = summaries(await trigger.poll());
	await triggers.do('move', { fullpath: 'F/a.txt', dest_fullpath: 'F/b.txt' }, 2000);
	await triggers.do('del', { fullpath: '合 同' }, 2000);
	const second = summaries(await trigger.poll());
	expect([first.sort(), second.sort()]).toEqual([
		['created file F/a.txt', 'created folder F', 'created folder 合 同', 'created folder 合 同/B'].sort(),
		['deleted folder 合 同', 'deleted folder 合 同/B', 'moved file F/b.txt'].sort(),
	]);
	expect(await trigger.poll()).toBeNull();
	await triggers.close();
});

test.each(choices)('%s: File Library Activity Trigger reports what people did, once', async (name) => {
	const t = await Activities.start(engine, optionsFor(name));
	const trigger = t.activate({ events: ['anyInLibraries', 'anyManagement'] });
	expect(await trigger.poll()).toBeNull();
	t.write({ path: '合 同/"a".txt' });
	t.write({ path: '合 同/"a".txt' });
	t.manage(5, 'Changed the permission of 合 同');
	const items = await trigger.poll();
	expect(activities(items).sort()).toEqual([
		'downloaded 合 同/"a".txt',
		'downloaded 合 同/"a".txt',
		expect.stringMatching(/^management.* Changed the permission of 合 同$/),
	]);
	const download = items?.find(({ json }) => json.fullpath);
	expect(download?.json).toMatchObject({ fullpath: '合 同/"a".txt', filesize: 5, org_id: expect.any(Number) });
	expect(await trigger.poll()).toBeNull();
	await t.close();
});

test.each(choices)('%s: File Library Preview Trigger shows the page and takes events', async (name) => {
	const preview = await opened(new PreviewSetup(), optionsFor(name));
	const page = await preview.page();
	expect([page.status, page.body]).toEqual([200, expect.stringContaining('/preview/2001/')]);
	const { token } = dataOf(page);
	const { status, items } = await preview.post(token, [pageEvent(1)]);
	expect([status, items?.[0]?.json]).toMatchObject([
		expect.any(Number),
		{ hash: expect.any(String), fullpath: 'Contracts/offer.pdf', filename: 'offer.pdf' },
	]);
	await preview.close();
});
