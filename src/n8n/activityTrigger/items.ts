import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LogEntry } from '../../client/activity/logEntry';
import { simpleActivity } from '../../protocol/catalogue/simplifyEnterprise';
import type { LibraryError } from '../../protocol/wire/libraryError';
import type { NamedLog } from './watchedLogs';

/** The item of an entry. One whose time has not come yet says so: it was reported once, and is not held back. */
export const activityItem = ({ kind, library }: NamedLog, { fields, isAhead }: LogEntry): INodeExecutionData => {
	// What was parsed from JSON is what n8n allows in an item.
	const json = simpleActivity(kind, fields, library) as IDataObject;
	return { json: isAhead ? { ...json, dated_ahead: true } : json };
};

const UNREADABLE = {
	library: 'The log of this library could not be read and is tried again at each poll',
	management: 'The management log could not be read and is tried again at each poll',
} as const;

/** The item that reports a log that cannot be read. */
export const unreadableItem = ({ kind, library }: NamedLog, { message }: LibraryError): INodeExecutionData => ({
	json: { event: 'unreadable', log: kind, ...library, message: `${UNREADABLE[kind]}: ${message}` },
});
