import { inputError } from '../../wire/libraryError';
import { toFullpath } from '../../wire/paths';
import type { RefField, RefMode } from '../fields';
import { checkInteger } from './number';
import { checkList } from './list';
import { plainText } from './text';

/** A thing as a locator names it: by one of its modes. */
interface Located {
	readonly by: string;
	readonly value: string;
}

/** Several full paths in one text, separated by vertical bars; entered in this way or as a list. */
function checkPaths(label: string, required: boolean, value: unknown): string {
	const entered = typeof value === 'string' && !value.trimStart().startsWith('[') ? value.split('|') : (value ?? []);
	const isEmpty = entered === '' || (Array.isArray(entered) && entered.length === 1 && entered[0] === '');
	return checkList(label, { form: '|', of: 'path', required }, isEmpty ? [] : entered).join('|');
}

/** What is wrong with an empty value where something must be named: nothing was entered, or only the root. */
function emptyMessage(entered: string, { rootName }: RefMode): string {
	if (entered === '') return 'is required';
	return rootName === undefined
		? "choose a file or folder; the library root can't be used here"
		: `the ${rootName.toLowerCase()} can't be used here`;
}

/** The value of a locator; undefined when an optional one is empty. Throws inputError. */
export function checkLocator(
	label: string,
	{ modes, required }: RefField<string, boolean>,
	{ by, value }: { by: string; value: unknown },
): Located | undefined {
	const mode = Object.hasOwn(modes, by) ? modes[by] : undefined;
	if (!mode) throw inputError(label, `can't be selected by "${by}"`);
	if (mode.of === 'paths') return { by, value: checkPaths(label, required, value) };
	const entered = plainText(label, value ?? '');
	const result = mode.of === 'path' ? toFullpath(entered) : entered;
	if (result === '' && !mode.root) {
		if (required) throw inputError(label, emptyMessage(entered, mode));
		return undefined;
	}
	if (mode.of === 'int') checkInteger(label, result);
	if (mode.of === 'tags' && result.split(';').includes('')) throw inputError(label, 'contains an empty tag');
	return { by, value: result };
}
