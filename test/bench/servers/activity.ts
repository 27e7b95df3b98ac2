import { activityAt, type ActivityWorld, LOG_PAGE } from '../worlds';
import { serveJson, setupOf } from './serve';

/* The log of one library that makes each page when it is asked for: as long as wanted, and no work beside the JSON. */

const { entries, perSecond } = setupOf().world as ActivityWorld;

const secondOf = (n: number): number => activityAt(n, perSecond).dateline;

/** How many entries are earlier than a second. */
const countBefore = (second: number): number => Math.max(0, Math.min(entries, (second - secondOf(0)) * perSecond));

function page(params: URLSearchParams): unknown {
	const numberIn = (name: string, fallback: number): number => Number(params.get(name) ?? fallback);
	const first = countBefore(numberIn('start_dateline', 0));
	const end = countBefore(numberIn('end_dateline', Number.MAX_SAFE_INTEGER));
	const from = Math.min(end, first + numberIn('start', 0));
	const size = Math.min(LOG_PAGE, numberIn('size', LOG_PAGE), end - from);
	return { count: end - first, list: Array.from({ length: size }, (_, at) => activityAt(from + at, perSecond)) };
}

function answer(path: string, params: URLSearchParams): unknown {
	if (path.endsWith('/org/ls')) return { list: [{ org_id: 1, mount_id: 2, org_name: 'Sales' }], count: 1 };
	return path.endsWith('/org/log') ? page(params) : undefined;
}

serveJson(answer);
