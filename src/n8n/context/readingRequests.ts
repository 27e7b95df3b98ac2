import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isReadingRequest, type ReadingRequest } from '../../protocol/reading/readingLink';

/*
 * The reading links of an execution, in n8n's flow context: all nodes of the execution share it, n8n saves it when the
 * execution waits, and no node in between can lose it, as a node that sends mail loses the fields of items.
 */

type Context = Pick<IExecuteFunctions, 'getContext'>;

const KEY = 'fileLibraryReading';

/** The links among what the nodes of an execution share, in the order in which they were made. */
export function readingRequestsIn({ [KEY]: kept }: Readonly<Record<string, unknown>>): ReadingRequest[] {
	return Array.isArray(kept) ? kept.filter(isReadingRequest) : [];
}

/** The links of an execution, in the order in which they were made. */
export const readingRequests = (context: Context): ReadingRequest[] => readingRequestsIn(context.getContext('flow'));

/** The list itself, which n8n saves. */
function keptList(context: Context): IDataObject[] {
	const flow = context.getContext('flow');
	const kept = flow[KEY];
	if (Array.isArray(kept)) return kept as IDataObject[];
	const list: IDataObject[] = [];
	flow[KEY] = list;
	return list;
}

const keep = (context: Context, requests: readonly ReadingRequest[]): void => {
	context.getContext('flow')[KEY] = requests.map((request) => ({ ...request }));
};

/** Adds a link: those of one run are in the order of its items, several of which are made at the same time. */
export function addReadingRequest(context: Context, request: ReadingRequest): void {
	const list = keptList(context);
	const isLater = (kept?: IDataObject): boolean => kept?.run === request.run && Number(kept.item) > request.item;
	let at = list.length;
	while (isLater(list[at - 1])) at--;
	list.splice(at, 0, { ...request });
}

/**
 * Removes the links of a run that begins again: n8n repeats a node that failed, and nobody has the links of its first
 * attempt.
 */
export const forgetReadingRequests = (context: Context, run: string): void =>
	keep(
		context,
		readingRequests(context).filter((request) => request.run !== run),
	);

/** Notes that a wait has begun for these links. */
export const takeReadingRequests = (context: Context, ids: ReadonlySet<string>): void =>
	keep(
		context,
		readingRequests(context).map((request) => (ids.has(request.id) ? { ...request, taken: true } : request)),
	);
