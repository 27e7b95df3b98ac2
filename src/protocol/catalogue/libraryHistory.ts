import { lists, operation, returns } from '../operation/define';
import { choice, date, dateOrCursor, flag, required } from '../operation/fields';
import { isDate } from '../operation/check/date';
import { type FeedOrder, parseCursor } from '../wire/feedCursor';
import { inputError } from '../wire/libraryError';
import type { DocumentedFeedEntry, RestoredVersion } from '../answers/file';
import type { ChangeCount, QueueTask, Version, VersionItem } from '../answers/history';
import { by, DAY_MS, fileRef, requireOrder, onHiddenChanges, operator, pathRef } from './shared';
import { simpleChange, simpleQueueTask, simpleStatistics, simpleVersion } from './simplify';
import { get, getDownloadLink } from './libraryFiles';
import { requireSha1, versionRef } from './sharedTransfer';
import { abortUpload, createFile, finishUpload, initLibraryUpload, putPart, queryUpload } from './requests';
import type { LibraryStatistics } from '../answers/enterprise';

/* What happened in a library: the history of a file, and the updates feed. */

/** Refuses a cursor that was made in the other order: the list would turn around in its middle. Throws inputError. */
function checkOrder(since: Date | string | undefined, order: FeedOrder): void {
	const cursor = typeof since === 'string' ? parseCursor(since) : undefined;
	if (cursor === undefined || cursor.order === order) return;
	const label = cursor.order === 'oldest' ? 'Oldest First' : 'Newest First';
	throw inputError('From', `is the cursor of a list in the order ${label}`, `Choose ${label} in Order.`);
}

const common = { credential: 'org', reads: true } as const;

export const listVersions = operation({
	...common,
	id: 'libraryFileHistory',
	resource: 'history',
	operation: 'getMany',
	menu: 'default',
	action: 'Get many versions of a file',
	summary: 'List the history of a file, with the checksum of each version',
	route: 'POST /m-open/1/file/history',
	input: { file: required({ ...pathRef, label: 'File', help: 'The file whose versions to list' }) },
	output: lists<Version>(),
	items: returns<VersionItem>(),
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hid'] },
	simplify: simpleVersion,
	example: { file: by('path', 'Contracts/offer.txt'), returnAll: true },
});

export const countChanges = operation({
	...common,
	id: 'libraryFileUpdatesCount',
	resource: 'change',
	operation: 'count',
	action: 'Count changes',
	summary: 'Count the changes of the last 24 hours, or between two times',
	route: 'POST /m-open/1/file/updates_count',
	input: {
		begin: date({
			label: 'From',
			wire: 'begin_dateline',
			unit: 'milliseconds',
			place: 'top',
			whenEmpty: ({ end }, now) => (isDate(end) ? end.getTime() : now) - DAY_MS,
			help: 'Start of the time span; 24 hours before its end when left empty',
		}),
		end: date({
			label: 'To',
			wire: 'end_dateline',
			unit: 'milliseconds',
			place: 'top',
			whenEmpty: (_, now) => now,
			help: 'End of the time span; now when left empty',
		}),
		showdel: flag({
			label: 'Include Deleted',
			place: 'filters',
			help: 'Whether to also count deleted entries',
			off: '0',
		}),
	},
	check: ({ begin, end }) => requireOrder(['From', begin], ['To', end]),
	output: returns<ChangeCount>(),
	example: {},
});

export const listChanges = operation({
	...common,
	id: 'libraryFileUpdates',
	resource: 'change',
	operation: 'getMany',
	menu: 'default',
	action: 'Get many changes',
	summary: 'Read the updates feed: what was changed in the library',
	route: 'POST /m-open/1/file/updates',
	input: {
		since: dateOrCursor({
			label: 'From',
			wire: 'fetch_dateline',
			unit: 'milliseconds',
			sentWhenEmpty: '0',
			place: 'top',
			help:
				'Where to start: a date, or the cursor of an earlier item to continue after that item. ' +
				'When left empty, Oldest First starts at the beginning and Newest First starts now.',
		}),
		mode: choice({
			label: 'Order',
			help: 'In which direction to read',
			default: 'compare',
			place: 'top',
			choices: {
				compare: { label: 'Oldest First', help: 'After the given time, including deleted entries' },
				newest: { label: 'Newest First', wire: null, help: 'Before the given time' },
			},
		}),
		dir: choice({
			label: 'Kind',
			place: 'filters',
			help: 'Which entries to return',
			default: 'all',
			choices: {
				all: { label: 'Files and Folders', wire: null },
				0: { label: 'Files' },
				1: { label: 'Folders' },
			},
		}),
		burst: onHiddenChanges(
			'Fail until you have checked the changes and chosen Report and Continue',
			'Return an item with the numbers, then continue with the other changes',
		),
	},
	check: ({ since, mode = 'compare' }) => checkOrder(since, mode === 'compare' ? 'oldest' : 'newest'),
	output: lists<DocumentedFeedEntry>(),
	handler: 'listing/listChanges',
	alsoSends: [countChanges],
	paging: { kind: 'cursor' },
	simplify: simpleChange,
	example: { mode: 'compare', returnAll: true },
});

/* Earlier versions of a file. */

export const restoreVersion = operation({
	resource: 'file',
	credential: 'org',
	id: 'libraryFileRestoreVersion',
	undo: 'file.restoreVersion',
	operation: 'restoreVersion',
	action: 'Restore a version of a file',
	summary: 'Make an earlier version of a file its current one; the content does not have to be transferred',
	forModel: 'Make a version of a file in File Library the current one, by its filehash from History: Get Many.',
	route: createFile.route,
	covers: [get, listVersions, createFile],
	// Where the service no longer knows the content.
	alsoSends: [getDownloadLink, initLibraryUpload, putPart, queryUpload, finishUpload, abortUpload],
	repeatable: true,
	handler: 'versions/restoreVersion',
	input: {
		file: required({ ...fileRef, help: 'The file of which to restore a version' }),
		version: required({ ...versionRef, help: 'The version that becomes the current one' }),
		...operator,
	},
	check: requireSha1,
	output: returns<RestoredVersion>(),
	example: {
		file: by('path', 'Reports/Price list.csv'),
		version: by('filehash', '1633ee0736582509b656acbe88e4b534cdc4221b'),
	},
});

/* The state of a library: its usage, and tasks that the service does in the background. */

const stateOf = { credential: 'org', reads: true } as const;

export const getQueueTask = operation({
	...stateOf,
	id: 'libraryFileQueueStatus',
	resource: 'copyTask',
	operation: 'get',
	menu: 'default',
	action: 'Get a copy task',
	summary: 'Get the state of a copy that the service makes in the background',
	route: 'POST /m-open/1/file/queue_status',
	input: {
		queueId: required.text({
			claims: 'id',
			label: 'Queue ID',
			help: 'The queue_id that the copy returned',
			placeholder: 'e.g. 700001',
		}),
	},
	output: returns<QueueTask>(),
	simplify: simpleQueueTask,
	example: { queueId: '700001' },
});

export const getStatistics = operation({
	...stateOf,
	id: 'libraryFileStat',
	resource: 'library',
	operation: 'getStatistics',
	menu: 'default',
	action: 'Get statistics of the library',
	summary: 'Get capacity, used space, recycle bin size and number of files',
	route: 'POST /m-open/1/file/stat',
	input: {},
	output: returns<LibraryStatistics>(),
	simplify: simpleStatistics,
	example: {},
});
