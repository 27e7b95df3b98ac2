import { inputError, valueError, type LibraryError, missingError, quoted, toDo } from '../../wire/libraryError';
import { checkPath, linkCode } from '../../wire/paths';
import { type Field, modeIn, type RefField, type RefMode } from '../fields';
import { checkId } from './number';
import { checkList } from './list';
import { emptyUpdate, plainText, shown } from './text';

/** What was entered in a locator. */
export interface Entered {
	readonly by: unknown;
	readonly value: unknown;
}

/** A thing as a locator names it: by one of its modes. */
export interface Located {
	readonly by: string;
	readonly value: string;
}

/** Several full paths in one text, separated by vertical bars; entered as a list, or with `bars` in this way. */
function checkPaths(label: string, { bars }: RefMode, required: boolean, value: unknown): string {
	const isText = typeof value === 'string' && !value.trimStart().startsWith('[');
	if (isText && !bars) requireOnePath(label, value);
	const entered = isText ? value.split('|') : (value ?? []);
	const isEmpty = Array.isArray(entered) && entered.every((entry) => entry === '');
	if (isEmpty && required) throw chooseFirst(label, { kind: 'ref' });
	return checkList(label, { form: '|', of: 'path', required }, isEmpty ? [] : entered).join('|');
}

const nameOfRoot = ({ rootName = 'Library Root' }: RefMode): string => rootName.toLowerCase();

/** The error for an empty field; `label` may begin with the row that it is in, e.g. `Sources, row 2, File`. */
export const chooseFirst = (label: string, { kind }: Pick<Field, 'kind'>, hint?: string): LibraryError =>
	missingError(label, toDo(kind === 'ref' || kind === 'choice' ? 'Choose' : 'Fill in', label), hint);

/** The error for an empty value where something must be named: nothing was entered, or only the root. */
function emptyError(label: string, entered: string, mode: RefMode, isTyped: boolean): LibraryError {
	if (entered === '') {
		const hint = mode.root ? `Use "/" for the ${nameOfRoot(mode)}.` : undefined;
		return chooseFirst(label, { kind: isTyped ? 'text' : 'ref' }, hint);
	}
	return valueError(label, `the ${nameOfRoot(mode)} can't be used here`, 'Choose a file or folder in it.');
}

/** Whether an empty value is the root: where it is one, "/" always, and the empty text unless it must be written. */
const isRoot = ({ root }: RefMode, value: unknown, entered: string): boolean =>
	root === 'written' ? entered !== '' : root === true && value !== undefined && value !== null;

/** The code that a link or code says; the empty text for an empty one. Throws inputError for an address without one. */
function checkLink(label: string, entered: string): string {
	const code = linkCode(entered);
	if (code === '' && entered.trim() !== '')
		throw valueError(
			label,
			`${shown(entered)} contains no code`,
			'Enter the whole link, or the part after its last slash.',
		);
	return code;
}

/** The digits of an ID. Throws inputError, with the mode that takes what was entered instead. */
function checkNumber(label: string, modes: RefField['modes'], entered: string): string {
	if (/^[+-]?\d*$/.test(entered.trim())) return entered.trim() === '' ? '' : checkId(label, entered);
	const others = Object.values(modes);
	const other = others.find((mode) => entered.includes('@') && mode.placeholder?.includes('@'));
	const list = others.find(({ search }) => search !== undefined);
	const instead = other
		? ` Choose ${other.label} to enter one.`
		: list
			? ` Choose ${list.label} to look for a name.`
			: '';
	throw valueError(label, `${shown(entered)} is not an ID`, `An ID has digits only, e.g. 12.${instead}`);
}

/** A value of its own kind. Throws inputError. */
function checkNamed(label: string, { of }: RefMode, modes: RefField['modes'], entered: string): string {
	switch (of) {
		case 'path':
			return checkPath(label, entered);
		case 'int':
			return checkNumber(label, modes, entered);
		case 'link':
			return checkLink(label, entered);
		default:
			return entered;
	}
}

/** Refuses a path that contains the separator where the interface takes several: it would name two others (A13). */
function requireOnePath(label: string, path: string): void {
	if (!path.includes('|')) return;
	throw valueError(
		label,
		`${quoted(path)} contains "|", which separates paths here, so that it would name several`,
		'The service cannot be told this path: work on this entry in the service itself.',
	);
}

function requireName(label: string, text: string): void {
	if (/^[\s,;|]*$/.test(text)) throw valueError(label, `${shown(text)} names nothing`);
}

/**
 * The value of a locator, the same checks in every mode; undefined when an optional one is empty. Throws inputError.
 */
export function checkLocator(
	label: string,
	{ modes, required, empty, sentWhenEmpty }: RefField,
	{ by, value }: Entered,
): Located | undefined {
	const mode = modeIn(modes, by);
	if (!mode || typeof by !== 'string') throw inputError(label, `can't be selected by ${shown(by)}`);
	if (mode.of === 'paths') return { by, value: checkPaths(label, mode, required, value) };
	const entered = plainText(label, value ?? '');
	const result = checkNamed(label, mode, modes, entered);
	const isListed = Object.values(modes).some(({ of, wire }) => of === 'paths' && wire === mode.wire);
	if (isListed) requireOnePath(label, result);
	if (result !== '') requireName(label, result);
	else if (!isRoot(mode, value, entered)) {
		if (required || mode.root === true || (empty === 'refused' && sentWhenEmpty !== undefined))
			throw emptyError(
				label,
				entered,
				mode,
				Object.values(modes).every(({ search }) => !search),
			);
		if (empty === 'refused') throw emptyUpdate(label);
		return undefined;
	}
	return { by, value: result };
}
