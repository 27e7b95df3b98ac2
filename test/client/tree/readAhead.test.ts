import { readAhead } from '../../../src/client/tree/readAhead';
import type { JsonObject } from '../../../src/protocol/wire/json';
import { errorOf } from '../../support/ports';

/* What of a tree is read ahead: pages come when the test says so. */

/** Pages of a folder; a name that ends with a slash is a folder. */
type Pages = ReadonlyArray<ReadonlyArray<string | JsonObject>>;

const entryOf = (name: string): JsonObject => ({ filename: name.replace(/\/$/, ''), dir: name.endsWith('/') ? 1 : 0 });

/** `rootHas` are the names in the tree's root; every other folder has the pages that `folders` says, or one file. */
function bench(concurrency: number, rootHas: Pages[number], folders: Readonly<Record<string, Pages>> = {}) {
	const underWay: Array<{ path: string; answer: () => void; fail: (failure: Error) => void }> = [];
	const stop = new AbortController();
	const [asked, read]: [string[], string[]] = [[], []];
	async function* list(path: string): AsyncGenerator<JsonObject[]> {
		for (const page of path === '' ? [rootHas] : (folders[path] ?? [['file']])) {
			asked.push(path);
			await new Promise<void>((answer, fail) => underWay.push({ path, answer, fail }));
			yield page.map((entry) => (typeof entry === 'string' ? entryOf(entry) : entry));
		}
	}
	const ahead = readAhead({
		...{ concurrency, signal: stop.signal, list },
		...{ wantsFolder: () => true, onVanished: () => undefined },
	});
	const readAll = async (): Promise<void> => {
		while (ahead.nextFolder())
			for (let page = await ahead.nextPage(); page; page = await ahead.nextPage())
				read.push(...page.map(({ path }) => path));
	};
	/** What is under way once everything that can happen has happened. */
	const paths = async (): Promise<string[]> => {
		await new Promise((resolve) => setImmediate(resolve));
		return underWay.map(({ path }) => path);
	};
	const take = async (path: string) => {
		await paths();
		const [one] = underWay.splice(
			underWay.findIndex((request) => request.path === path),
			1,
		);
		if (!one) throw new Error(`${path} was not asked for`);
		return one;
	};
	const answer = async (path: string): Promise<void> => (await take(path)).answer();
	const fail = async (path: string, failure: Error): Promise<void> => (await take(path)).fail(failure);
	return { ahead, readAll, paths, answer, fail, stop, asked, read };
}

const names = (length: number): string[] => Array.from({ length }, (_, at) => `D${at}/`);

test('as many requests as are allowed are under way at any time, to the last folder', async () => {
	const { readAll, paths, answer } = bench(3, names(25));
	const reading = readAll();
	await answer('');
	for (let at = 0; at < 25; at++) {
		expect(await paths()).toEqual([`D${at}`, `D${at + 1}`, `D${at + 2}`].slice(0, 25 - at));
		await answer(`D${at}`);
	}
	await reading;
});

test('three folders and pages are kept for each request', async () => {
	const { ahead, paths, answer, asked } = bench(2, names(9));
	const first = async (): Promise<void> => {
		ahead.nextFolder();
		const page = ahead.nextPage();
		await answer('');
		await page;
		await ahead.nextPage();
		ahead.nextFolder();
	};
	await first();
	const page = ahead.nextPage();
	for (const path of ['D0', 'D1', 'D2', 'D3']) await answer(path);
	await page;
	// Four folders were begun, and the pages of D1 and D2 were there: that made six when D4 would have been next.
	expect(await paths()).toEqual([]);
	expect(asked).toEqual(['', 'D0', 'D1', 'D2', 'D3']);
});

test('nothing is asked for behind a failure', async () => {
	const { readAll, paths, answer, fail, asked, read } = bench(3, names(9));
	const reading = errorOf(readAll());
	await answer('');
	await fail('D1', new Error('broken'));
	await answer('D2');
	expect(await paths()).toEqual(['D0']);
	await answer('D0');
	expect((await reading).message).toBe('broken');
	expect(read.at(-1)).toBe('D0/file');
	expect(asked).toEqual(['', 'D0', 'D1', 'D2']);
});

test('nothing is asked for after the reader has stopped', async () => {
	const { ahead, paths, answer, stop, asked } = bench(2, names(9), { D0: [['a'], ['b']] });
	ahead.nextFolder();
	const root = ahead.nextPage();
	await answer('');
	await root;
	await ahead.nextPage();
	ahead.nextFolder();
	const page = ahead.nextPage();
	await answer('D0');
	await page;
	stop.abort();
	await answer('D1');
	expect(await paths()).toEqual([]);
	expect(asked).toEqual(['', 'D0', 'D1']);
});

test('folders without an ID, without a name, and with names that would lead elsewhere', async () => {
	const inA = [{ fullpath: 'A/B/', dir: 1 }, './', '../', '/', { dir: 1 }];
	const { readAll, answer, asked, read } = bench(1, ['./', '../', '/', 'A/'], { A: [inA] });
	const reading = readAll();
	for (const path of ['', 'A', 'A/B']) await answer(path);
	await reading;
	expect(asked).toEqual(['', 'A', 'A/B']);
	expect(read.slice(4)).toEqual(['A/B', 'A/.', 'A/..', 'A/', 'A/', 'A/B/file']);
});
