import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LogEntry } from '../../client/activity/logEntry';
import { simpleActivity } from '../../protocol/catalogue/simplifyActivity';
import type { LibraryError } from '../../protocol/wire/libraryError';
import type { NamedLog } from './watchedLogs';

/** The item of an entry. */
export const activityItem = ({ kind, library }: NamedLog, { fields }: LogEntry): INodeExecutionData =>
	// What was parsed from JSON is what n8n allows in an item.
	({ json: simpleActivity(kind, fields, library) as IDataObject });

const UNREADABLE = {
	library: 'The log of this library could not be read and is tried again at each poll',
	management: 'The management log could not be read and is tried again at each poll',
} as const;

/** The item that reports a log that cannot be read. */
export const unreadableItem = ({ kind, library }: NamedLog, { message }: LibraryError): INodeExecutionData => ({
	json: { event: 'unreadable', log: kind, ...library, message: `${UNREADABLE[kind]}: ${message}` },
});
