import type { ListAnswer, ListRequest } from '../../protocol/operation/define';
import { isGappedList } from '../../protocol/wire/decode';
import { amountOf, defined, isJsonObject } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';

/** The total number of entries that an answer states beside its list; undefined when there is none. */
const countIn = (answer: unknown): number | undefined =>
	isJsonObject(answer) ? (amountOf(answer.count) ?? amountOf(answer.total)) : undefined;

/** Entries that one answer of a list with pages may have: the largest page of the document. */
const MAX_PAGE = 1000;

/**
 * The list of an answer, and the total that it states. Lists come bare or as `list` (A07); `null` and PHP's empty
 * object are empty lists (client facts 5.16). An entry that is not an object becomes `{ value }`. Throws LibraryError
 * protocol for an answer without a list, and for one with more entries than a page may have.
 */
export function listIn<E>(op: ListRequest<E>, answer: ListAnswer<E>): { entries: E[]; count?: number } {
	const list = entriesIn(answer);
	if (!list)
		throw new LibraryError('protocol', 'The service answered without a list', {
			operation: op.id,
			hint: 'Check the Base URL in the credential; the service may run a different version',
		});
	if (op.paging?.kind !== 'whole' && list.length > MAX_PAGE) throw tooManyAtOnce(op, list.length);
	const count = countIn(answer);
	// The one place where entries are trusted to be of the type that the catalogue declares.
	return { entries: list.map(entryOf) as E[], ...defined({ count }) };
}

const tooManyAtOnce = <E>({ id }: ListRequest<E>, length: number): LibraryError =>
	new LibraryError('protocol', `The service answered with ${length} entries at once, and pages have ${MAX_PAGE}`, {
		operation: id,
		retryable: false,
		hint: 'Report this to the operator of the service: it does not answer page by page',
	});

/** The fields of an answer without entries: `{}`, `{error_code: 0}` or `{count: 0}` (client facts 3.3). */
const BESIDE_A_LIST = ['error_code', 'error_msg', 'count', 'total', 'fetch_dateline', 'dateline'];

function entriesIn(answer: unknown): readonly unknown[] | undefined {
	if (answer === null) return [];
	if (Array.isArray(answer)) return answer;
	if (!isJsonObject(answer)) return undefined;
	// A bare list with gaps, as PHP sends it.
	if (isGappedList(answer)) return Object.values(answer);
	const { list } = answer;
	if (Array.isArray(list)) return list;
	if (isJsonObject(list)) return Object.values(list);
	return 'list' in answer || Object.keys(answer).every((name) => BESIDE_A_LIST.includes(name)) ? [] : undefined;
}

const entryOf = (value: unknown): object => (isJsonObject(value) ? { ...value } : { value });
