import type { ServerSetup } from '../types';
import { type ArrivalWorld, BURST, fileAt, PAGE, WATCHED } from '../worlds';
import { serveJson } from './jsonServer';

/* A watched folder, and a feed that is empty until the files arrive: ten in each millisecond. */

const setup: ServerSetup = JSON.parse(process.argv[2] ?? '{}');
const { files, arriving } = setup.world as ArrivalWorld;
const PER_MS = 10;

/** When the first one arrived, in Unix ms. */
let firstMs = Infinity;
const timeOf = (n: number): number => firstMs + Math.floor(n / PER_MS);

/** How many have arrived that are not later than a time. */
const countUpTo = (ms: number): number => Math.max(0, Math.min(arriving, (ms - firstMs + 1) * PER_MS));

function changesAfter(cursor: number): unknown {
	const start = firstMs === Infinity ? arriving : countUpTo(cursor);
	const list = Array.from({ length: Math.min(PAGE, arriving - start) }, (_, at) =>
		fileAt(files + start + at, timeOf(start + at)),
	);
	return { fetch_dateline: list.length > 0 ? timeOf(start + list.length - 1) : cursor, list };
}

function page(start: number, size: number): unknown {
	const count = files + (firstMs === Infinity ? 0 : arriving);
	const length = Math.max(0, Math.min(size, count - start));
	return { count, list: Array.from({ length }, (_, at) => fileAt(start + at, 0)) };
}

function answer(step: string | undefined, params: URLSearchParams): unknown {
	const numberIn = (name: string, otherwise = 0): number => Number(params.get(name) ?? otherwise);
	if (step === 'ls') return page(numberIn('start'), numberIn('size', PAGE));
	if (step === 'info') return { ...fileAt(0, 0), hash: 'a'.repeat(40), dir: 1, fullpath: WATCHED, filename: WATCHED };
	if (step === 'updates') return changesAfter(numberIn('fetch_dateline'));
	if (step === 'updates_count')
		return { count: countUpTo(numberIn('end_dateline')) - countUpTo(numberIn('begin_dateline') - 1) };
	return { error_code: 40001, error_msg: `not part of this server: ${step}` };
}

serveJson((path, params) => {
	if (path === BURST) return { at: (firstMs = Date.now() - arriving / PER_MS) };
	return answer(path.split('/').at(-1), params);
});
