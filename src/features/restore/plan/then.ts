import { baseName, isNumbered, parentPath } from '../../../protocol/wire/paths';
import { isParked } from './track';
import type { Line } from './types';

/* What a history says of a time. */

/** Codes of the library log, which histories have too (client facts 5.24). */
const ACT = { delete: 0, edit: 3, move: 4, recover: 5 } as const;
/** The folder of an entry, by the path that it had at a time. */
export interface Evidence {
	readonly folder: string;
	readonly seconds: number;
}

/** What an entry was at a time. */
export type Then =
	/** `unknown`: the history does not reach back to the time. */
	| { readonly was: 'absent' | 'deleted' | 'unknown' }
	| {
			readonly was: 'there';
			readonly name: string;
			readonly line: Line;
			/** In which folder it was; absent where it is in the same one still. */
			readonly left?: Evidence;
	  };

/** Whether an operation may have taken an entry to another folder. */
function mayLeave({ act, fullpath }: Line, before: Line): boolean {
	if (act === ACT.move || act === ACT.recover) return true;
	// Creation, new name, new content, lock and its end leave it there.
	if (act !== undefined && [1, 2, 3, 12, 13].includes(act)) return false;
	return parentPath(fullpath) !== parentPath(before.fullpath);
}

/**
 * What an entry was at the end of a second, by its history, oldest line first. `created` is when it was created, as far
 * as it is known: a history that begins later does not tell.
 */
export function thenBy(lines: readonly Line[], until: number, created: number | undefined): Then {
	const { line, at } = lineAt(lines, until);
	if (!line) {
		const isNew = created === undefined ? lines[0]?.act === 1 : created > until;
		return { was: isNew ? 'absent' : 'unknown' };
	}
	if (line.act === ACT.delete) return { was: 'deleted' };
	const there = { was: 'there', name: baseName(line.fullpath), line } as const;
	for (let [n, before] = [at, line]; n < lines.length; n++) {
		const next = lines[n] as Line;
		if (mayLeave(next, before))
			return { ...there, left: { folder: parentPath(before.fullpath), seconds: before.seconds } };
		before = next;
	}
	return there;
}

/** The line at the end of a second, and how many came until then. */
function lineAt(lines: readonly Line[], until: number): { readonly line: Line | undefined; readonly at: number } {
	const after = lines.findIndex(({ seconds }) => seconds > until);
	const at = after === -1 ? lines.length : after;
	return { line: lines[at - 1], at };
}

/**
 * Who changed an entry last since a second, apart from runs that brought it back: a run that was stopped is finished by
 * the next one, also where the changes of one person are meant. Undefined where nobody else changed it. `isRuns` says
 * whether a line has the operator of a run.
 */
export function lastBesidesRuns(
	lines: readonly Line[],
	until: number,
	isRuns: (line: Line) => boolean,
): readonly string[] | undefined {
	const { line: then } = lineAt(lines, until);
	const isBack = ({ act, filehash, fullpath }: Line, before: Line | undefined): boolean => {
		const name = baseName(fullpath);
		// What makes way for something else gets a number.
		if (act === ACT.recover || isParked(name) || (before && isNumbered(baseName(before.fullpath), name)))
			return true;
		return then !== undefined && (act === ACT.edit ? filehash === then.filehash : name === baseName(then.fullpath));
	};
	const last = lines.findLast((line, at) => !(isRuns(line) && isBack(line, lines[at - 1])));
	return last && last.seconds > until ? last.who : undefined;
}

/** A history with a move that this run has made, after all that was read. */
export const withMove = (lines: readonly Line[], fullpath: string): readonly Line[] => {
	const last = lines.at(-1);
	return last ? [...lines, { ...last, act: ACT.move, fullpath, seconds: Infinity, who: [] }] : lines;
};

/** When the content of a line came: the time of the first line in a row with it. */
export function contentSince(lines: readonly Line[], line: Line): number {
	let since = line;
	for (let at = lines.indexOf(line); at >= 0 && lines[at]?.filehash === line.filehash; at--)
		since = lines[at] ?? since;
	return since.seconds;
}
