import { startExamples, withDemo } from '../../contract/demo';
import { problemsIn } from '../../contract/itemSpelling';
import { reference } from '../../contract/reference';
import { activitiesIn, changesIn, viewerEvent } from '../chains/triggered';

/* Keys and types of items, apart from the examples of operations, which test/contract/emulator.test.ts judges. */

test('the oracle finds a key in another spelling, inside too, a wire form and an empty text', () => {
	const wrong = { memberId: 1, orgs: [{ sizeUsed: 1 }], dir: 0, capacity: -1, modified_by: '' };
	expect(problemsIn({ ...wrong, metadata: { Any: 'x' } })).toEqual([
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
	const ids = ['library', 'user'].flatMap((of) => ['Info', 'List', 'Upload'].map((what) => `${of}File${what}`));
	for (const id of ids) {
		const entry = reference().find((one) => one.id === id);
		if (!entry) throw new Error(`no operation ${id}`);
		const { items } = await withDemo(async (emulator) => await examples.run(entry, emulator));
		expect(Object.keys(items[0]?.json ?? {}).slice(0, 4)).toEqual(names);
	}
});
