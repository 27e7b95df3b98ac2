import { startExamples, withDemo } from '../../contract/demo';
import { problemsIn } from '../../contract/itemSpelling';
import { reference } from '../../contract/reference';
import { activitiesIn, changesIn, viewerEvent } from '../chains/triggered';

/*
 * Keys of items are in the service's spelling, so that what an item names is what a form takes; booleans are booleans,
 * and times are ISO text. The examples of operations are judged in test/contract/emulator.test.ts; this is the rest.
 */

test('the oracle finds a key in another spelling, inside too, a wire form and an empty text', () => {
	const item = {
		memberId: 1,
		orgs: [{ sizeUsed: 1 }],
		dir: 0,
		capacity: -1,
		modified_by: '',
		metadata: { Any: 'x' },
	};
	expect(problemsIn(item)).toEqual([
		'memberId is not in the spelling of the service',
		'orgs.sizeUsed is not in the spelling of the service',
		'dir is 0, as on the wire',
		'capacity is -1, as on the wire',
		'modified_by is empty',
	]);
});

let examples: Awaited<ReturnType<typeof startExamples>>;
beforeAll(async () => void (examples = await startExamples()));

test('the triggers', async () => {
	const { engine } = examples;
	const changes = await withDemo(async (emulator) => await changesIn(engine, emulator));
	const activities = await withDemo(async (emulator) => await activitiesIn(engine, emulator));
	expect(activities.length).toBeGreaterThan(10);
	const found = [...changes, ...activities, ...(await viewerEvent())].map(({ json }) => json);
	expect(found.length).toBeGreaterThan(20);
	expect([...new Set(found.flatMap(problemsIn))]).toEqual([]);
	for (const item of changes.map(({ json }) => json))
		expect(Object.keys(item).slice(0, 4)).toEqual(['event', 'filename', 'fullpath', 'modified']);
});

test('names come before IDs and hashes', async () => {
	const names = ['filename', 'fullpath', 'type', 'filesize'];
	for (const id of [
		'libraryFileInfo',
		'libraryFileList',
		'libraryFileUpload',
		'userFileInfo',
		'userFileList',
		'userFileUpload',
	]) {
		const entry = reference().find((one) => one.id === id);
		if (!entry) throw new Error(`no operation ${id}`);
		const { items } = await withDemo(async (emulator) => await examples.run(entry, emulator));
		expect(Object.keys(items[0]?.json ?? {}).slice(0, 4)).toEqual(names);
	}
});
