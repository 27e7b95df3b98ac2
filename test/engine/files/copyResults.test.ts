import type { JsonObject } from '../../../src/protocol/wire/json';
import { by } from '../support/library';
import { nodes } from '../support/nodes';
import type { RunSetup } from '../support/engine';

/* One result for each copy, and no path of another entry, where the service answers little, late or a failure. */

let answer: unknown;
/** Queued tasks by ID. */
let tasks: Record<string, JsonObject>;
/** All entries of the folder `Docs`. */
let entries: JsonObject[];

const ADDED = 1_780_000_000;
const entry = (fullpath: string, hash: string, create_dateline: unknown = ADDED - 99): JsonObject => {
	return { fullpath, hash, dir: 0, create_dateline };
};

const replyTo = (path: string, params: Record<string, string>): unknown => {
	switch (path.split('/').at(-1)) {
		case 'copy':
		case 'mcopy':
			return answer;
		case 'queue_status':
			return tasks[params.queue_id ?? ''];
		case 'info':
			return entries.find(({ fullpath, hash }) =>
				params.hash === undefined ? fullpath === params.fullpath : hash === params.hash,
			);
		default:
			return { count: entries.length, list: entries };
	}
};

const library = nodes({
	as: 'org',
	service: ({ path, form }) => {
		const body = replyTo(path, Object.fromEntries(form));
		return body === undefined ? { status: 404, body: { error_code: 40402, error_msg: 'none' } } : { body };
	},
});
beforeEach(() => {
	tasks = {};
	entries = [];
});

const CONTINUE: Partial<RunSetup> = { nodeProps: { onError: 'continueRegularOutput' } };
const SOURCES = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
const into = { resource: 'file', destinationFolder: by('path', 'Docs') };
const sourcesOf = (paths: readonly string[]) => ({ rows: paths.map((path) => ({ file: by('path', path) })) });
const many = { ...into, operation: 'copyMany', sources: sourcesOf(SOURCES) };
const one = { ...into, operation: 'copy', file: by('path', 'a.txt') };

describe('some of several copies fail', () => {
	beforeEach(() => {
		answer = [
			{ fullpath: 'Docs/a.txt', hash: 'ha' },
			{ error_code: 40402, error_msg: 'no such file' },
			{ fullpath: 'Docs/c.txt', hash: 'hc', queue_id: '7' },
			{ fullpath: 'Docs/d.txt', hash: 'hd', queue_id: 8 },
		];
		tasks = { 7: { status: 3, fullpath: 'Docs/c.txt' }, 8: { status: '2', fullpath: 'Docs/d.txt' } };
		entries = [entry('Docs/d.txt', 'old'), entry('Docs/d(2).txt', 'hd')];
	});

	test('with Continue On Fail each has its result', async () => {
		const { items, error } = await library.run(many, undefined, CONTINUE);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.from_fullpath)).toEqual(SOURCES);
		expect(items[0]?.json).toMatchObject({ fullpath: 'Docs/a.txt', hash: 'ha' });
		expect(items[1]?.json.error).toMatch(/40402/);
		expect(items[2]?.json.error).toMatch(/task 7 failed/);
		expect(items[2]?.json).not.toHaveProperty('fullpath');
		expect(items[3]?.json).toMatchObject({ fullpath: 'Docs/d(2).txt', hash: 'hd', completed: true });
		for (const item of items) expect(item.pairedItem).toEqual({ item: 0 });
	});

	test('with an error output each is on its side', async () => {
		const { outputs } = await library.run(many, undefined, { nodeProps: { onError: 'continueErrorOutput' } });
		expect(outputs[0]?.map(({ json }) => json.fullpath)).toEqual(['Docs/a.txt', 'Docs/d(2).txt']);
		const failed = outputs[1]?.map(({ json }) => json.details as JsonObject);
		expect(failed?.map(({ from_fullpath: source }) => source)).toEqual(SOURCES.slice(1, 3));
	});

	test('otherwise the error says what became of all of them', async () => {
		const { items, error } = await library.run(many);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^2 of 4 copies failed: "b\.txt": .*40402.*; "c\.txt": .*task 7 failed/);
		expect(error?.message).toContain('Made: "Docs/a.txt", "Docs/d(2).txt"');
	});
});

test.each<[string, unknown]>([
	['a list with a gap, as PHP sends it', { 0: { fullpath: 'Docs/a.txt' }, 2: { fullpath: 'Docs/c.txt' } }],
	['an object with list', { count: 3, list: [{ fullpath: 'Docs/a.txt' }, {}, { fullpath: 'Docs/c.txt' }] }],
	['fewer results than sources', [{ fullpath: 'Docs/a.txt' }, null, { fullpath: 'Docs/c.txt' }]],
])('%s: nothing is said of what was not answered', async (_name, given) => {
	answer = given;
	const parameters = { ...many, sources: sourcesOf(SOURCES.slice(0, 3)) };
	const { items } = await library.run(parameters, undefined, CONTINUE);
	expect(items.map(({ json }) => json.fullpath)).toEqual(['Docs/a.txt', undefined, 'Docs/c.txt']);
	expect(items[1]?.json.error).toMatch(/answered nothing about the copy to "Docs\/b\.txt".*It is unknown/);
	expect((await library.run(parameters)).error?.message).toMatch(/^1 of 3 copies failed/);
});

test('a queued copy that is not waited for claims no path yet', async () => {
	answer = { queue_id: '9', hash: 'h' };
	const { items } = await library.run({ ...one, options: { waitForCompletion: false } });
	expect(items[0]?.json).toEqual({ from_fullpath: 'a.txt', requested: 'Docs/a.txt', hash: 'h', queue_id: '9' });
});

test('a queued copy that two entries may be: no path is claimed', async () => {
	answer = { queue_id: '9' };
	tasks = { 9: { status: 2, add_dateline: ADDED } };
	entries = [entry('Docs/a.txt', 'old'), entry('Docs/a(3).txt', 'x', ADDED), entry('Docs/a(4).txt', 'y', ADDED)];
	const { items, error } = await library.run(one);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ from_fullpath: 'a.txt', fullpath: null, hash: null, completed: true });
	expect(items[0]?.json.warning).toMatch(/^The copy was made, but its path is not known: /);
});

test.each([[[]], [{}], [null], [true]])('%j about one copy: it is unknown whether it was made', async (given) => {
	answer = given;
	const { items, error } = await library.run(one);
	expect(items).toEqual([]);
	expect(error?.message).toContain('It is unknown whether the change was made');
});
