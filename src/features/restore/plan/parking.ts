import { baseName, parentPath } from '../../../protocol/wire/paths';
import type { RestoreChange, Row } from './types';

/* Names that something has for a while, because something else needs its name. */

const MARK = /\.restoring-[0-9a-z]{1,8}$/i;

/** Whether a run gave this name, and was stopped before it gave another one. */
export const isParked = (name: string): boolean => MARK.test(name);

/** A path without what such a name has at its end. */
export const withoutMark = (path: string): string => path.replace(MARK, '');

/** A name in between, which no one else gives. */
export function parking(row: Row): RestoreChange {
	const name = `${baseName(withoutMark(row.fullpath))}.restoring-${row.hash.slice(0, 8)}`;
	return {
		action: 'move',
		row,
		target: { folder: { now: parentPath(row.fullpath) }, name },
		reason: 'its name is needed',
		isParking: true,
	};
}
