import type { INodeExecutionData } from 'n8n-workflow';
import type { RecordedRequest } from '../../support/fakeServer';
import { by } from '../support/library';
import { nodes } from '../support/nodes';

/* A service that answers only when the test says so, so that nothing here depends on the speed of the machine. */

interface Asked {
	path: string;
	answer(status?: number): void;
}
let waiting: Asked[] = [];
let started: string[] = [];
let most = 0;
/** Whether properties are looked up for a folder that is created, which does not exist. */
let lookedUp = false;
/** Called when a request has arrived; may answer the waiting ones. */
let onAsked: () => void = () => undefined;

const pathIn = ({ body }: RecordedRequest): string => new URLSearchParams(body.toString()).get('fullpath') ?? '';
const library = nodes({
	as: 'org',
	service: (seen, response) => {
		const path = pathIn(seen);
		if (lookedUp && seen.path.endsWith('/file/info')) return { status: 404, body: { error_code: 40402 } };
		const answer = (status = 200): void => {
			waiting = waiting.filter((one) => one.path !== path);
			const found = { fullpath: path, hash: path, filename: path, dir: 0 };
			const body = status === 200 ? found : { error_code: 40402, error_msg: 'gone' };
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		};
		waiting.push({ path, answer });
		started.push(path);
		most = Math.max(most, waiting.length);
		onAsked();
		return undefined;
	},
});
beforeEach(() => {
	[waiting, started, most, lookedUp] = [[], [], 0, false];
	onAsked = () => undefined;
});

const rows = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { path: `${n}` } }));
const GET = { resource: 'file', operation: 'get', file: by('path', '={{ $json.path }}') };
const CREATE = { resource: 'folder', operation: 'create', name: '={{ $json.path }}', folder: by('path', '/') };
const paths = (items: INodeExecutionData[]): unknown[] => items.map(({ json }) => json.fullpath ?? json.error);
const turn = async (): Promise<void> => await new Promise((done) => setTimeout(done, 20));

/** Answers requests in waves, the latest first: as soon as so many have arrived, and a moment later. */
function answerInWaves(sizes: readonly number[], status: (path: string) => number = () => 200): void {
	const left = [...sizes];
	const answer = async (): Promise<void> => {
		await turn();
		[...waiting].reverse().forEach(({ path, answer }) => answer(status(path)));
	};
	onAsked = () => {
		if (waiting.length !== left[0]) return;
		left.shift();
		void answer();
	};
}
const wavesOf = (size: number): number[] =>
	Array.from({ length: Math.ceil(20 / size) }, (_, at) => Math.min(size, 20 - at * size));

test.each<[string, object | undefined, number]>([
	['8 by default', undefined, 8],
	['3', { concurrency: 3 }, 3],
	['1', { concurrency: 1 }, 1],
])('Concurrency: %s', async (_name, options, expected) => {
	answerInWaves(wavesOf(expected));
	const { items, error } = await library.run({ ...GET, ...(options ? { options } : {}) }, rows(20));
	expect(error).toBeUndefined();
	expect(most).toBe(expected);
	// The latest is answered first; the order is still that of the input.
	expect(paths(items)).toEqual(rows(20).map(({ json }) => json.path));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows(20).map((_, item) => ({ item })));
});

test.each([[0], [-1], [1.5], ['many']])('Concurrency %p is refused and nothing is sent', async (concurrency) => {
	const { error } = await library.run({ ...GET, options: { concurrency } }, rows(3));
	expect(error?.message).toMatch(/Concurrency/);
	expect(started).toEqual([]);
});

test('without Continue On Fail: no other item is started, and the first item that failed is named', async () => {
	// 3 fails before 1 does.
	answerInWaves([4], (path) => (path === '1' || path === '3' ? 404 : 200));
	const { items, error } = await library.run({ ...GET, options: { concurrency: 4 } }, rows(20));
	expect(items).toEqual([]);
	expect(error?.context?.itemIndex).toBe(1);
	expect(started).toHaveLength(4);
});

test('a cancelled execution starts no other item, not even with Continue On Fail', async () => {
	let cancel = (): void => undefined;
	onAsked = () => {
		if (waiting.length === 4) cancel();
	};
	await library.run({ ...GET, options: { concurrency: 4 } }, rows(20), {
		nodeProps: { onError: 'continueRegularOutput' },
		onStart: (running) => void (cancel = () => running.cancel()),
	});
	await turn();
	expect(started).toHaveLength(4);
});

test('items that change the same place keep their order, the others do not wait', async () => {
	// The parent folder and then what is created in it: Mail twice, and Mail/Old inside the first.
	const items = ['/ Mail', '/ News', 'Mail Old', '/ Docs', '/ Mail']
		.map((each) => each.split(' '))
		.map(([folder, path]) => ({ json: { folder, path } }));
	lookedUp = true;
	answerInWaves([3, 1, 1]);
	const result = await library.run({ ...CREATE, folder: by('path', '={{ $json.folder }}') }, items);
	expect(result.error).toBeUndefined();
	expect(paths(result.items)).toEqual(['Mail', 'News', 'Mail/Old', 'Docs', 'Mail']);
	expect(started.slice(0, 3).sort()).toEqual(['Docs', 'Mail', 'News']);
	expect(started.slice(3)).toEqual(['Mail/Old', 'Mail']);
});
