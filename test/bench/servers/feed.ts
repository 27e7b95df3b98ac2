import { changeAt, type FeedWorld, FIRST_MS, PAGE } from '../worlds';
import { serveJson, setupOf } from './serve';

/* An updates feed that makes each page when it is asked for: as long as wanted, and no work beside the JSON. */

const { changes, perMs } = setupOf().world as FeedWorld;

const timeOf = (n: number): number => FIRST_MS + Math.floor(n / perMs);

/** How many changes are not later than a time. */
const countUpTo = (ms: number): number => Math.max(0, Math.min(changes, (ms - FIRST_MS + 1) * perMs));

function pageAfter(cursor: number): unknown {
	const start = countUpTo(cursor);
	const list = Array.from({ length: Math.min(PAGE, changes - start) }, (_, at) =>
		changeAt(start + at, timeOf(start + at)),
	);
	return { fetch_dateline: list.length > 0 ? timeOf(start + list.length - 1) : cursor, list };
}

function newestPage(): unknown {
	const list = Array.from({ length: Math.min(PAGE, changes) }, (_, at) =>
		changeAt(changes - 1 - at, timeOf(changes - 1 - at)),
	);
	return { fetch_dateline: timeOf(Math.max(0, changes - PAGE)), list };
}

function answer(step: string | undefined, params: URLSearchParams): unknown {
	const numberIn = (name: string): number => Number(params.get(name) ?? 0);
	if (step === 'updates' && params.get('mode') === 'compare') return pageAfter(numberIn('fetch_dateline'));
	if (step === 'updates') return newestPage();
	if (step === 'updates_count')
		return { count: countUpTo(numberIn('end_dateline')) - countUpTo(numberIn('begin_dateline') - 1) };
	return undefined;
}

serveJson((path, params) => answer(path.split('/').at(-1), params));
