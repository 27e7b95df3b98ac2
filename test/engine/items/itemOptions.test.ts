import { by } from '../support/library';
import { EmulatedLibrary, shareLibrary, shareWorld } from '../support/world';

/* Switches beside the fields of an operation: Simplify and Wait for Completion. */

const library = shareLibrary((emulator) => emulator.seedFile('Docs/a.txt', 'content of a'));

describe('Simplify', () => {
	test.each(['={{ "false" }}', '={{ 0 }}'])('off by %s: no column is added to the answer', async (simplify) => {
		library.emulator.seedFile('other.txt', 'x');
		const rewrite = (text: string): string => text.replace('"list":[{', '"list":[{"extra":1,');
		library.emulator.faults.add({ match: '/file/ls', action: { rewrite }, times: 2 });
		const list = { resource: 'folder', operation: 'getMany', folder: by('path', '/'), returnAll: true };
		const raw = (await library.run({ ...list, simplify: false })).items.map(({ json }) => json);
		expect(new Set(raw.map((json) => Object.keys(json).length)).size).toBeGreaterThan(1);
		expect((await library.run({ ...list, simplify })).items.map(({ json }) => json)).toEqual(raw);
	});

	test('that is neither on nor off is the failure of its item, and the run goes on', async () => {
		const list = { resource: 'folder', operation: 'getMany', folder: by('path', 'Docs'), returnAll: true };
		const values = [{ toString: 1, valueOf: 2 }, true].map((simplify) => ({ json: { simplify } }));
		const nodeProps = { onError: 'continueRegularOutput' } as const;
		const run = await library.run({ ...list, simplify: '={{ $json.simplify }}' }, values, { nodeProps });
		expect(run.error).toBeUndefined();
		const found = run.items.map(({ json }) => json.error ?? json.filename);
		expect(found).toEqual([expect.stringMatching(/^Simplify /), 'a.txt']);
	});
});

describe('Wait for Completion', () => {
	const copy = (name: string, more = {}) => ({
		resource: 'file',
		operation: 'copy',
		file: by('path', 'Docs/a.txt'),
		destinationFolder: by('path', 'Copies'),
		newName: name,
		...more,
	});
	const queued = shareWorld(new EmulatedLibrary(), {
		options: { queueDelayMs: 700 },
		fill: (emulator) => emulator.seedFile('Docs/a.txt', 'a'),
	});
	const run = async (parameters: Record<string, unknown>) => await queued.run(parameters);

	test('on: the copy exists when the item is output', async () => {
		const { items, error } = await run(copy('waited.txt'));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ fullpath: 'Copies/waited.txt', completed: true });
		const got = await run({ resource: 'file', operation: 'get', file: by('path', 'Copies/waited.txt') });
		expect(got.items[0]?.json.filesize).toBe(1);
	});

	test('off: the queue ID is returned at once, and its state can be queried', async () => {
		const { items } = await run(copy('later.txt', { options: { waitForCompletion: false } }));
		const id = items[0]?.json.queue_id;
		expect(items[0]?.json).not.toHaveProperty('completed');
		const task = await run({ resource: 'copyTask', operation: 'get', queueId: id });
		expect(['waiting', 'processing']).toContain(task.items[0]?.json.status);
	});
});
