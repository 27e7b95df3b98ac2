import type { JsonObject } from '../wire/json';
import { type EventChoice, isDeleted, isFolder } from './changeFilter';

/** What happened to an entry; `changed` where it cannot be told (a lock, a tag, a permission, or something of the rest). */
export type ChangeEvent = 'created' | 'modified' | 'deleted' | 'moved' | 'restored' | 'changed';
/** What the feed tells of a change, as the trigger reads it; see `Change` in src/client/change.ts. `after` in ms. */
export interface Told {
	readonly entry: JsonObject;
	readonly after: number;
	readonly isNew?: boolean;
	readonly same?: boolean;
}

/** What is known without a further call; `ask` when the history of the entry has to tell; undefined when nobody wants it. */
export function eventByFeed({ entry, isNew }: Told, events: ReadonlySet<EventChoice>): ChangeEvent | 'ask' | undefined {
	const folder = isFolder(entry);
	if (isDeleted(entry)) return 'deleted';
	const created = events.has('any') || events.has(folder ? 'folderCreated' : 'fileCreated');
	if (isNew && created) return 'created';
	if (events.has('any')) return 'changed';
	const asking: EventChoice[] = ['moved', 'restored', folder ? 'folderChanged' : 'fileModified'];
	if (asking.some((event) => events.has(event))) return 'ask';
	return created && isNew === undefined ? 'ask' : undefined;
}

/** Act codes of history entries are those of the library log (client facts 5.24). */
const ACTS: Readonly<Record<number, ChangeEvent>> = {
	0: 'deleted',
	1: 'created',
	2: 'moved',
	3: 'modified',
	4: 'moved',
	5: 'restored',
	6: 'modified',
};

/**
 * What the history of an entry says of the change, and whether that is wanted; undefined when it is not. A history that does
 * not tell (undefined, or records of one second that differ) gives `changed`, which is always wanted: nothing is guessed, nothing lost.
 */
export function eventByHistory(
	told: Told,
	records: readonly JsonObject[] | undefined,
	events: ReadonlySet<EventChoice>,
): ChangeEvent | undefined {
	const event = records === undefined ? undefined : newest(told, records);
	if (event === undefined) return 'changed';
	const folder = isFolder(told.entry);
	if (event === 'none') return folder && events.has('folderChanged') ? 'changed' : undefined;
	const wanted: Readonly<Record<ChangeEvent, readonly EventChoice[]>> = {
		created: [folder ? 'folderCreated' : 'fileCreated'],
		modified: [folder ? 'folderChanged' : 'fileModified'],
		deleted: [],
		moved: ['moved', ...(folder ? (['folderChanged'] as const) : [])],
		restored: ['restored', ...(folder ? (['folderChanged'] as const) : [])],
		changed: folder ? ['folderChanged'] : [],
	};
	return wanted[event].some((choice) => events.has(choice)) ? event : undefined;
}

/** The newest thing that the history knows since the feed was last read; `none`: it was something that history does not keep. */
function newest({ after, isNew, same }: Told, records: readonly JsonObject[]): ChangeEvent | 'none' | undefined {
	const acts = records.map((record) => ({ act: Number(record.act), seconds: Number(record.dateline) }));
	// Times are full seconds. What the feed showed before is not what happened now.
	const recent = acts.filter(
		({ act, seconds }) =>
			seconds * 1000 + 999 > after &&
			!(act === 1 && isNew === false && same) &&
			!(same && (act === 3 || act === 6)),
	);
	const latest = Math.max(...recent.map(({ seconds }) => seconds));
	const candidates = recent.filter(({ seconds }) => seconds === latest);
	const first = candidates[0];
	const last = candidates.at(-1);
	if (!first || !last) return 'none';
	// Whether the one second of its creation lies before or after the last reading is not known then.
	if (isNew === undefined && candidates.some(({ act }) => act === 1)) return undefined;
	const event = (act: number): ChangeEvent => (act === 1 && isNew === false ? 'modified' : (ACTS[act] ?? 'changed'));
	if (candidates.every(({ act }) => event(act) === event(first.act))) return event(first.act);
	const order = orderOf(acts);
	return order === 'newest first' ? event(first.act) : order === 'oldest first' ? event(last.act) : undefined;
}

/** The document does not say how history is ordered: its times tell, or the place of the creation, which was the first thing. */
function orderOf(acts: ReadonlyArray<{ act: number; seconds: number }>): 'newest first' | 'oldest first' | undefined {
	const [first, last] = [acts[0], acts.at(-1)];
	if (!first || !last) return undefined;
	if (first.seconds !== last.seconds) return first.seconds > last.seconds ? 'newest first' : 'oldest first';
	if (first.act === 1 && last.act === 1) return undefined;
	return last.act === 1 ? 'newest first' : first.act === 1 ? 'oldest first' : undefined;
}
