import { eventOf, type LogKind } from '../activity/activityEvent';
import type { JsonObject } from '../wire/json';
import { textOf } from '../wire/json';
import type { LibraryLogEntry, ManagementLogEntry } from './answers/history';
import { simplifier } from './simplify';
import { simpleLibraryLog, simpleManagementLog } from './simplifyEnterprise';

/** The library of an activity, as far as it is known. */
export interface ActivityLibrary {
	readonly org_id?: number;
	readonly mount_id?: number;
	readonly org_name?: string;
}

/** The item of an entry of a library log: what Library Log: Get Many says of it, with the event and the library. */
const libraryActivity = (library: ActivityLibrary) =>
	simplifier<LibraryLogEntry>((entry) => {
		const { date, action, act, ...rest } = simpleLibraryLog(entry);
		return {
			event: eventOf('library', textOf(act)),
			time: date,
			log: 'library',
			...library,
			...rest,
			act,
			act_name: action,
		};
	});

/** The item of an entry of the management log: what Management Log: Get Many says of it, with the event. */
const managementActivity = simplifier<ManagementLogEntry>((entry) => {
	const { date, ...rest } = simpleManagementLog(entry);
	return { event: eventOf('management', textOf(entry.type)), time: date, log: 'management', ...rest };
});

/** The item of an entry of a log, as the service sent it. */
export const simpleActivity = (log: LogKind, fields: JsonObject, library: ActivityLibrary = {}): JsonObject =>
	log === 'library' ? libraryActivity(library)(fields) : managementActivity(fields);
