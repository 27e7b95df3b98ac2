import { isObject, type Json } from '../json';
import { errors, isList, records, successes, values, type Shape } from './draft';
import { withExtraKeys } from './extraKeys';
import { withBareList, withNullEntries, withWrappedList } from './wrapping';

const isEmptyObject = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;
const isEmptyList = (value: Json): boolean => isList(value) && value.length === 0;
const asText = (value: Json): Json => (typeof value === 'number' ? String(value) : value);

/** fact 5.14: clients need fetch_dateline as a number; fact 4.7: and the lifetimes of tokens. */
const ALWAYS_NUMBERS = ['fetch_dateline', 'expires_in', 'refresh_expires_in'];

/** A list with a gap in its numbers, which PHP writes as an object: {"0": …, "2": …}. */
const withGap = (list: readonly Json[]): Json =>
	Object.fromEntries(list.map((each, index) => [String(index === 0 && list.length > 1 ? 0 : index + 1), each]));

/** JSON as PHP writes it: slashes escaped, and everything beyond ASCII as \uXXXX. */
const escaped = (text: string): string =>
	text
		.replaceAll('/', '\\/')
		.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Ends of paths whose answer the document calls "200", and that answer more here for clients (fact 5.9, 5.12). */
const ONLY_200 = ['/file/move', '/m-api/1/file/copy', '/m-api/1/file/rename', '/m-api/2/file/create_folder'];

/**
 * Every way to write an answer that real deployments are known for, or that the document leaves open. The order is that
 * in which shapes are applied.
 */
export const shapes = {
	// assumed (F06): ids that a lookup does not find are null instead of missing.
	'missing-as-null': { draft: withNullEntries },
	// fact 5.1, 5.3, 5.10, 5.21, 5.24, 6.2, 6.3, 7.18: members that the document does not have.
	'extra-keys': records(withExtraKeys),
	// fact 5.1: changes made without a member have no name.
	'null-names': values((value, name) => (/^(create|last)_member_name$/.test(name) ? null : value)),
	// fact 5.7: a folder's path may end with a slash in lists of a person.
	'folders-with-slash': records((record) =>
		record.mount_id !== undefined && record.dir === 1 && record.fullpath
			? { ...record, fullpath: `${String(record.fullpath)}/` }
			: record,
	),
	// fact 5.17: whether a listed link has a password.
	'link-password-flag': records((record) =>
		'link' in record && 'password' in record ? { ...record, password: record.password === 1 } : record,
	),
	// fact 5.1, 5.3: extended properties as JSON text.
	'property-as-text': values((value, name) =>
		name === 'property' && typeof value !== 'string' ? JSON.stringify(value) : value,
	),
	// fact 5.15: what real answers show as text.
	'counts-as-text': values((value, name) =>
		['count', 'total', 'member_id', 'state'].includes(name) ? asText(value) : value,
	),
	// fact 5.10, 5.15, 5.17: states, sizes and times as text too. assumed: then any number may be.
	'numbers-as-text': values((value, name) => (ALWAYS_NUMBERS.includes(name) ? value : asText(value))),
	// fact 3.3: the answer of an operation that answers only 200.
	'error-code-zero': successes((_draft, body) => (isEmptyObject(body) ? { error_code: 0 } : body)),
	// doc (A06): "200" has no body.
	'empty-bodies': successes(({ path }, body) =>
		isEmptyObject(body) || ONLY_200.some((end) => path.endsWith(end)) ? undefined : body,
	),
	// assumed (A07), fact 5.18, 5.21: lists without, and with, an object around them.
	'bare-lists': successes(withBareList),
	'wrapped-lists': successes(withWrappedList),
	// fact 5.16: lists that are empty; false as a member only.
	'empty-lists-as-null': values((value) => (isEmptyList(value) ? null : value)),
	'empty-lists-as-false': values((value, name) => (name !== '' && isEmptyList(value) ? false : value)),
	// fact 5.16: PHP writes a map as a list when it is empty. assumed: and a list as a map when its numbers have gaps.
	'empty-maps-as-lists': values((value) => (isEmptyObject(value) ? [] : value)),
	'gapped-lists': values((value) => (isList(value) && value.length > 0 ? withGap(value) : value)),
	// fact 3.4: a client looks only at error_code, whatever the status.
	'errors-with-200': errors((draft) => (draft.path.startsWith('/upload_') ? draft : { ...draft, status: 200 })),
	// assumed: a number as text here too. fact 3.5: one client would fail.
	'error-codes-as-text': errors((draft, body) => ({
		...draft,
		body: { ...body, error_code: asText(body.error_code ?? 0) },
	})),
	// fact 5.4: JSON as PHP writes it.
	escaped: { text: escaped },
	// assumed: the media type that PHP sends when nobody chooses one, and the mark of a source file saved with one.
	'text-html': { type: 'text/html' },
	'byte-order-mark': { text: (text) => `\ufeff${text}` },
} as const satisfies Readonly<Record<string, Shape>>;

/** The name of a shape. */
export type ShapeName = keyof typeof shapes;

/** The names of all shapes. */
export const shapeNames = Object.keys(shapes) as ShapeName[];
