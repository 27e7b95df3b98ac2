import type { Steps } from '../../../protocol/plan/inSteps';
import { pathInside } from '../../../protocol/wire/paths';
import { withoutMark } from './parking';
import type { Planning } from './planning';
import { Track } from './track';
import type { RestoreOrder, Row } from './types';

/* Which entries the folder and the patterns mean. */

/** A path inside the folder; the folder itself is ''. */
export const inFolder = ({ folder }: RestoreOrder, path: string): string | undefined =>
	path === folder ? '' : pathInside(path, folder);

/** Whether one of these paths is in the folder and passes the patterns. */
export const isNamed = (order: RestoreOrder, ...paths: Array<string | undefined>): boolean =>
	paths.some((path) => {
		const inside = path === undefined ? undefined : inFolder(order, path);
		return inside !== undefined && order.isNamed(inside);
	});

/** Tells which entries fit by a path that they have now, had at the time or since, or get by the planned moves. */
export function* fitting({ facts, order, places, plan }: Planning): Steps<(row: Row) => boolean> {
	const track = yield* Track.after(plan.moved);
	return (row) => {
		const paths = [withoutMark(row.fullpath), track.now(row.fullpath)];
		if (places.isNew(row)) return isNamed(order, ...paths);
		const pathThen = places.pathThen({ row });
		if (pathThen !== undefined && inFolder(order, pathThen) === undefined) return isNamed(order, ...paths);
		// Names in between count, so that a run that was stopped is finished after it has given another one.
		const lines = facts.lines.get(row.hash) ?? [];
		const since = pathThen === undefined ? lines : lines.filter(({ seconds }) => seconds > facts.until);
		return isNamed(order, ...paths, pathThen, ...since.map(({ fullpath }) => fullpath));
	};
}
