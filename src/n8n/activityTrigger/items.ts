import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { LogEntry } from '../../client/activity/logEntry';
import { simpleActivity } from '../../protocol/catalogue/simplifyActivity';
import type { LibraryError } from '../../protocol/wire/libraryError';
import type { NamedLog } from './watchedLogs';

/** The item of an entry. */
export const activityItem = ({ log, library }: NamedLog, { fields }: LogEntry): INodeExecutionData =>
	// What was parsed from JSON is what n8n allows in an item.
	({ json: simpleActivity(log, fields, library) as IDataObject });

/** The item that reports a log that cannot be read. */
export function unreadableItem({ log, library }: NamedLog, { message, hint }: LibraryError): INodeExecutionData {
	const what =
		log === 'management'
			? 'The management log could not be read'
			: 'The log of this library could not be read; the trigger tries again at each poll';
	return {
		json: {
			event: 'unreadable',
			log,
			...library,
			message: [`${what}: ${message}`, hint].filter(Boolean).join('. '),
		},
	};
}
