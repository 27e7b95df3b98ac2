import { textAnswer } from '../../../src/client/http/httpAnswer';
import type { Http, HttpRequest } from '../../../src/client/http/types';
import { abortedError } from '../../../src/protocol/wire/libraryError';
import { readTree, type TreeReading } from '../../../src/client/tree/readTree';
import { callerWith, fieldsOf } from '../../support/ports';

/* A service with a tree of folders in memory that answers after a random number of turns of the event loop. */

/** A folder by the names in it; a file is a number, its size. */
export interface Tree {
	[name: string]: Tree | number;
}

export interface TreeService extends Http {
	/** The requests so far. */
	readonly sent: HttpRequest[];
	/** The paths of the folders that were listed, one for each request. */
	readonly listed: string[];
	/** The most requests that were under way at the same time. */
	readonly most: number;
	readonly underWay: number;
}

export interface TreeServiceOptions {
	/** How many turns of the event loop an answer takes. */
	readonly latency?: () => number;
	/** Called before each answer, with the number of answers so far. */
	readonly before?: (answers: number) => void;
	/** The most entries of a page. */
	readonly most?: number;
	/** What the answer states as the number of entries; the true one when absent. */
	readonly count?: (length: number, shown: number) => number | undefined;
}

const folderIn = (tree: Tree, path: string): Tree | undefined => {
	let at: Tree | number | undefined = tree;
	for (const name of path === '' ? [] : path.split('/')) at = typeof at === 'object' ? at[name] : undefined;
	return typeof at === 'object' ? at : undefined;
};

/** An entry as the service sends it. Its ID is made of its path. */
const entryOf = (path: string, name: string, node: Tree | number) => ({
	hash: `hash of ${path === '' ? name : `${path}/${name}`}`,
	dir: typeof node === 'object' ? 1 : 0,
	fullpath: `${path === '' ? name : `${path}/${name}`}${typeof node === 'object' ? '/' : ''}`,
	filename: name,
	filesize: typeof node === 'number' ? node : 0,
});

function listing(tree: Tree, fields: Record<string, string>, options: TreeServiceOptions) {
	const { fullpath = '', start = '0', size = '100' } = fields;
	const folder = folderIn(tree, fullpath);
	if (!folder) return textAnswer(404, {}, JSON.stringify({ error_code: 40402, error_msg: 'file not found' }));
	const all = Object.entries(folder).map(([name, node]) => entryOf(fullpath, name, node));
	const list = all.slice(Number(start), Number(start) + Math.min(Number(size), options.most ?? Infinity));
	const count = options.count ? options.count(all.length, list.length) : all.length;
	return textAnswer(200, {}, JSON.stringify({ count, list }));
}

/** Lets the event loop turn so many times. */
export async function turns(count: number): Promise<void> {
	for (let at = 0; at < count; at++) await new Promise((resolve) => setImmediate(resolve));
}

export function treeService(tree: Tree, options: TreeServiceOptions = {}): TreeService {
	const sent: HttpRequest[] = [];
	let [underWay, most, answers] = [0, 0, 0];
	return {
		sent,
		get listed() {
			return sent.map((request) => fieldsOf(request).fullpath ?? '');
		},
		get most() {
			return most;
		},
		get underWay() {
			return underWay;
		},
		request: async (request) => {
			sent.push(request);
			most = Math.max(most, ++underWay);
			try {
				await turns(1 + (options.latency?.() ?? 0));
				options.before?.(answers++);
				if (request.signal?.aborted) throw abortedError(request.signal.reason);
				return listing(tree, fieldsOf(request), options);
			} finally {
				underWay--;
			}
		},
		close: async () => undefined,
	};
}

/** The entries of a tree in the order that is promised, written down without any concurrency. */
export function expected(tree: Tree, maxDepth = Infinity, path = '', depth = 1): string[] {
	const inside = Object.keys(tree).map((name) => (path === '' ? name : `${path}/${name}`));
	if (depth >= maxDepth) return inside;
	const below = Object.entries(tree).flatMap(([name, node], at) =>
		typeof node === 'object' ? expected(tree[name] as Tree, maxDepth, inside[at] ?? '', depth + 1) : [],
	);
	return [...inside, ...below];
}

/** A folder with so many files. */
export const files = (n: number): Tree => Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`, i]));

/** What is read of the whole library, four requests at a time unless said otherwise. */
export const reading = (more: Partial<TreeReading> = {}): TreeReading => ({ folder: '', concurrency: 4, ...more });

/** The paths of a tree, as they are read. */
export async function pathsIn(http: Http, more: Partial<TreeReading> = {}, extra = {}): Promise<string[]> {
	const found: string[] = [];
	for await (const { path } of readTree(callerWith(http, extra), reading(more))) found.push(path);
	return found;
}
