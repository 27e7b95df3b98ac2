import { labelOf } from '../../protocol/operation/fields';
import type { AnyOperation } from '../../protocol/operation/define';
import { wireName } from '../../protocol/operation/encode';
import type { Field } from '../../protocol/operation/fields';
import { isLibraryError, reworded, type LibraryError } from '../../protocol/wire/libraryError';
import type { Job } from '../operations/job';

/**
 * A failure in the words of the form. A refusal that names a parameter of the request gets the label of its field in
 * front; where something does not exist and the service does not say what, its path or ID is added. Any other failure
 * is returned as it is.
 */
export function withFieldLabel({ op, params }: Pick<Job, 'op' | 'params'>, failure: unknown): unknown {
	if (!isLibraryError(failure) || failure.status === undefined || failure.field !== undefined) return failure;
	if (failure.kind === 'input') return withField(op, failure);
	return failure.kind === 'notFound' ? withSubject(params, failure) : failure;
}

function withField(op: AnyOperation, failure: LibraryError): LibraryError {
	// A quoted value, e.g. a path, may contain a word that is also the name of a parameter.
	const text = failure.message.replace(/"[^"]*"|(?<!\w)'[^']*'(?!\w)/g, (quoted) =>
		/\W/.test(quoted.slice(1, -1)) ? ' ' : quoted,
	);
	const named = namesIn(op)
		.filter(({ wire }) => new RegExp(`(?<![\\w-])${wire}(?![\\w-])`).test(text))
		.sort((one, other) => other.wire.length - one.wire.length)[0];
	if (!named) return failure;
	return reworded(failure, `${named.label}: ${lowerFirst(failure.message)}`, { field: named.label });
}

/** The parameters that the fields of an operation are sent as, with the labels that the form shows. */
const namesIn = (op: AnyOperation): { readonly wire: string; readonly label: string }[] =>
	Object.entries(op.input).flatMap(([key, field]) =>
		wiresOf(key, field).map((wire) => ({ wire, label: labelOf(key, field) })),
	);

const wiresOf = (key: string, field: Field): string[] =>
	field.kind === 'ref' ? Object.values(field.modes).map(({ wire }) => wire) : [wireName(key, field)];

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What the request was about, in the order in which a person recognizes it. */
const SUBJECTS = ['fullpath', 'from_fullpath', 'hash', 'org_id', 'mount_id', 'member_id', 'group_id', 'out_id'];

function withSubject(params: Job['params'], failure: LibraryError): LibraryError {
	const subject = SUBJECTS.map((name) => params[name]).find((value) => value !== undefined && value !== '');
	if (subject === undefined || /["']/.test(failure.message)) return failure;
	const [, what = failure.message, numbers = ''] = /^(.*?)( \([^()]*\))?$/s.exec(failure.message) ?? [];
	if (what.split(/[\s:,]+/).includes(subject)) return failure;
	return reworded(failure, `${what}: "${subject}"${numbers}`);
}
