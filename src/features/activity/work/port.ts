import { ANY_CODE, type LogKind } from '../../../protocol/catalogue/activityEvent';
import { listLibraryLog, listManagementLog } from '../../../protocol/catalogue/enterpriseLog';
import type { ListRequest } from '../../../protocol/operation/define';
import { defined } from '../../../protocol/wire/json';
import { listIn } from '../../../client/paging/listAnswer';
import type { Caller } from '../../../client/service/call';
import { callDated } from '../../../client/service/callerVariants';
import { readEntry, type LogEntry } from './logEntry';

/** Which part of a log to show. Times are Unix seconds. */
export interface LogQuery {
	/** The first second. */
	readonly from: number;
	/** The first second that is not wanted any more; none when absent. */
	readonly before?: number;
	/** How many entries to leave out at the beginning. */
	readonly start: number;
	/** Oldest first when absent. */
	readonly newestFirst?: true;
	/** Most entries to show; a whole page when absent. */
	readonly size?: number;
}

/** A part of a log, all of it from the same moment. */
export interface LogPage {
	readonly entries: readonly LogEntry[];
	/** How many entries the part has, as the service counts them; undefined where it does not say. */
	readonly total: number | undefined;
	/** What the clock of the service showed, Unix seconds; Infinity where it does not say. */
	readonly at: number;
}

/** One log, as its readers need it. Throws LibraryError. */
export interface LogPort {
	/** Most entries of a page. */
	readonly pageSize: number;
	page(query: LogQuery): Promise<LogPage>;
}

/** Most entries of an answer of both logs (document). */
const PAGE_SIZE = 1_000;

/** What both logs take besides the part that is wanted. */
const range = ({ from, before, start, size, newestFirst }: LogQuery): Record<string, string> =>
	defined({
		orderby: newestFirst ? 'desc' : 'asc',
		start_dateline: from > 0 ? String(from) : undefined,
		end_dateline: before === undefined ? undefined : String(before),
		start: String(start),
		size: String(size ?? PAGE_SIZE),
	});

/** The log of a library, named by `params`; only the acts with these codes, which may be `*`. */
export function libraryLog(caller: Caller, params: Record<string, string>, codes: readonly string[]): LogPort {
	const acts: Record<string, string> = codes.includes(ANY_CODE) ? {} : { act: codes.join(',') };
	return logPort(caller, 'library', listLibraryLog, { ...params, ...acts });
}

/** The management log. The service takes one type or none (I08): for several the reader gets all. */
export function managementLog(caller: Caller, codes: readonly string[]): LogPort {
	const [only = ANY_CODE, ...others] = codes;
	const type: Record<string, string> = only === ANY_CODE || others.length > 0 ? {} : { type: only };
	return logPort(caller, 'management', listManagementLog, type);
}

const logPort = (caller: Caller, log: LogKind, op: ListRequest<object>, params: Record<string, string>): LogPort => ({
	pageSize: PAGE_SIZE,
	async page(query) {
		const { answer, at } = await callDated(caller, op, { ...params, ...range(query) });
		const { entries, count } = listIn(op, answer);
		return { entries: entries.map((entry) => readEntry(log, { ...entry }, at)), total: count, at };
	},
});
