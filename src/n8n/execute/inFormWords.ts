import { libraryField } from '../../protocol/catalogue/sharedEnterprise';
import { labelOf, type Field } from '../../protocol/operation/fields';
import type { Located } from '../../protocol/operation/check/locator';
import type { AnyOperation } from '../../protocol/operation/define';
import { parametersOf } from '../../protocol/operation/parameters';
import { ENCODING, hasTrait } from '../../protocol/wire/errorCodes';
import { gaveNothing, isLibraryError, reworded, type LibraryError } from '../../protocol/wire/libraryError';
import { isExpression } from '../form/readForm';
import type { Job } from './job';

/** The job in which something failed; no more than its form where the form itself was refused. */
export type FailedJob = Pick<Job, 'op' | 'form' | 'item'> & Partial<Pick<Job, 'params' | 'checked'>>;

/**
 * A failure in the words of the form. An empty field whose expression gave nothing says so. A refusal that names a
 * parameter of the request gets the label of its field in front; where something does not exist and the service does
 * not say what, its path or ID is added, with a hint where a path stands for an ID. Any other failure is returned as it
 * is.
 */
export function explainFailure(job: FailedJob, failure: unknown): unknown {
	if (!isLibraryError(failure)) return failure;
	const { op, form, item, params = {}, checked = {} } = job;
	if (failure.isMissing) {
		const field = failure.field ?? '';
		// Of a field, or of a row of it, e.g. `Sources, row 2, File`.
		const isOwn = Object.entries<Field>({ library: libraryField, ...op.input }).some(([key, each]) => {
			const label = labelOf(key, each);
			const isNamed = field === label || (each.kind === 'rows' && field.startsWith(`${label}, row `));
			return isNamed && isExpression(form, item, key, each);
		});
		return isOwn ? gaveNothing(field) : failure;
	}
	if (failure.status === undefined || failure.field !== undefined) return failure;
	if (hasTrait(failure, 'signature')) {
		// Without the advice about the encoding of names where all that was sent is ASCII.
		const isPlain = Object.values(params).every((value) => /^[\x20-\x7e]*$/.test(value));
		const hint = (failure.hint ?? '').replace(ENCODING, '');
		return isPlain ? reworded(failure, failure.message, { hint }) : failure;
	}
	// What a plan had done: its changes are sent with paths of their own, not with those of the form.
	const isOfPlan = failure.data !== undefined;
	if (failure.kind === 'input') return withField(op, failure, isOfPlan);
	if (failure.kind !== 'notFound' || isOfPlan) return failure;
	const places = locatedIn(op, checked);
	return places.some(({ mode }) => mode.of === 'link')
		? withLink(failure)
		: withOtherMode(places, withSubject(params, failure));
}

/** What a text says before and after a word that people write too, such as `name`, when it means a parameter. */
const BEFORE = '(?:parameters?|params?|fields?|arguments?|invalid|illegal)';
const IS = 'is (?:required|missing|invalid|illegal|empty)';
const AFTER = `(?: (?:parameter|param|field|argument|must|should|can't be|cannot be|${IS})| ?[:=])`;

/** A word that only a parameter is called by: with an underscore, or of several words without a blank. */
const ONLY_PARAMETERS = /_|^(fullpaths?|filehash|hashs|orderby|newname|svckey|returnurl|showdel)$/;

/** Whether a text of the service names this parameter. A quoted value, e.g. a path, is not searched. */
function names(text: string, wire: string): boolean {
	const word = `(?<![\\w-])${wire}(?![\\w-])`;
	if (ONLY_PARAMETERS.test(wire)) return new RegExp(word).test(text);
	return new RegExp(`\\b${BEFORE}:? ["'\`]?${word}|["'\`]${wire}["'\`]|${word}${AFTER}`).test(text);
}

function withField(op: AnyOperation, failure: LibraryError, isOfPlan: boolean): LibraryError {
	const text = failure.message.replace(/"[^"]*"|(?<!\w)'[^']*'(?!\w)/g, (quoted) =>
		/\W/.test(quoted.slice(1, -1)) ? ' ' : quoted,
	);
	const named = parametersOf(op.input)
		.filter(({ wire, field }) => wire !== '' && !(isOfPlan && field.kind === 'ref') && names(text, wire))
		.sort((one, other) => other.wire.length - one.wire.length)[0];
	if (!named) return failure;
	const label = labelOf(named.key, named.field);
	const message = withLabel(failure.message.charAt(0).toLowerCase() + failure.message.slice(1), named.wire, label);
	return reworded(failure, `${label}: ${message}`, { field: label });
}

/** A text of the service with the label of a field for its parameter, and "it" where the text begins with that. */
function withLabel(text: string, wire: string, label: string): string {
	const quote = ONLY_PARAMETERS.test(wire) ? '["\'`]?' : '["\'`]';
	const mention = `(${quote})(?<![\\w/.-])${wire}(?![\\w/.-])\\1`;
	return text
		.replace(
			new RegExp(`: (?:parameter )?${mention} (?=(?:is|must|can|cannot|should|leads|names|belongs)\\b)`),
			': it ',
		)
		.replace(new RegExp(mention), `"${label}"`);
}

/** What the request was about, in the order in which a person recognizes it. */
const SUBJECTS = ['fullpath', 'from_fullpath', 'hash', 'org_id', 'mount_id', 'member_id', 'group_id', 'out_id'];

const LIBRARIES = ['org_id', 'mount_id'];

/** The same where a member or department is missing. */
const PEOPLE = ['member_id', 'group_id', 'out_id', 'account'];

function withSubject(params: Job['params'], failure: LibraryError): LibraryError {
	const subjects = hasTrait(failure, 'memberOrDepartmentMissing')
		? PEOPLE
		: SUBJECTS.filter((name) => !hasTrait(failure, 'libraryMissing') || LIBRARIES.includes(name));
	const subject = subjects.map((name) => params[name]).find((value) => value !== undefined && value !== '');
	if (subject === undefined || /["']/.test(failure.message)) return failure;
	const [, what = failure.message, numbers = ''] = /^(.*?)( \([^()]*\))?$/s.exec(failure.message) ?? [];
	if (what.split(/[\s:,]+/).includes(subject)) return failure;
	return reworded(failure, `${what}: "${subject}"${numbers}`);
}

/** What locators name, and the modes in which they do. */
const locatedIn = ({ input }: AnyOperation, checked: Job['checked']) =>
	Object.entries(input).flatMap(([key, field]) => {
		if (field.kind !== 'ref' || checked[key] === undefined) return [];
		const { by, value } = checked[key] as Located;
		const { modes } = field;
		const mode = modes[by];
		return mode ? [{ modes, mode, value }] : [];
	});
type Place = ReturnType<typeof locatedIn>[number];

/** The service has one code for all that is not there, and its sentence is about files. */
const withLink = (failure: LibraryError): LibraryError =>
	reworded(failure, failure.message.replace(/^[^:(]*(?=: | \()/, 'The link does not exist or was closed'), {
		hint: 'Choose the link from the list, or copy it again.',
	});

/** How the service writes the ID of a file, so that people take it for one. */
const ID_OF_FILE = /^[0-9a-f]{32,40}$/i;

/** What is often wrong with a path or ID that does not exist, by how it is written. */
const WRITTEN: ReadonlyArray<readonly [RegExp, string]> = [
	[/\{\{/, 'The field contains {{ … }} as text: switch it to Expression.'],
	[
		/^\$(?:json|input|node|items?|\()/,
		'This is an expression as text: switch the field to Expression, and enter {{ … }}.',
	],
	[/^\s|\s$/, 'It begins or ends with a blank, which is a part of the name: remove it if it is a mistake.'],
];
/** The same for paths only. */
const WRITTEN_PATH: typeof WRITTEN = [
	[/\\/, 'Folders are separated by "/", not by "\\".'],
	[/^["'“‘].*["'”’]$/s, 'Remove the quotation marks around it.'],
	[/%[0-9a-f]{2}/i, 'It is written as in a web address: enter the name as people read it, with a blank for %20.'],
	[/[！-～]/, 'It contains a full-width character, such as "／": check whether the name contains it too.'],
];
/** The same for several paths. */
const WRITTEN_PATHS: typeof WRITTEN = [[/,/, 'Several paths are separated by "|", not by commas.']];

/** Advice where a locator names a file by an ID as if it were a path or the other way round, or mistypes it. */
function otherMode({ modes, mode, value }: Place): string | undefined {
	const byId = Object.values(modes).find(({ wire, search }) => wire === 'hash' && !search);
	const byPath = Object.values(modes).find(({ of, search }) => of === 'path' && !search);
	if (mode.of === 'path' && ID_OF_FILE.test(value))
		return byId
			? `This looks like an ID: choose ${byId.label}.`
			: 'This looks like an ID, but only a path can be used here: take the fullpath of the item.';
	const isId = mode === byId;
	if (isId && /^https?:/i.test(value)) return 'This is a web address, not an ID: choose From List or Path.';
	if (isId && byPath && /[/.\s]/.test(value)) return `This looks like a path: choose ${byPath.label}.`;
	const isPath = mode.of === 'path' || mode.of === 'paths';
	const mistakes = [...WRITTEN, ...(isPath ? WRITTEN_PATH : []), ...(mode.bars ? WRITTEN_PATHS : [])];
	return mistakes.find(([form]) => form.test(value))?.[1];
}

function withOtherMode(places: readonly Place[], failure: LibraryError): LibraryError {
	const hint = places.map(otherMode).find((advice) => advice !== undefined);
	return hint === undefined ? failure : reworded(failure, failure.message, { hint });
}
