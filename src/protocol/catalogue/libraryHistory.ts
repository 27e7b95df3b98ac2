import { DAY_MS } from '../wire/json';
import { operation, returns } from '../operation/define';
import { filter, required, top } from '../operation/fields';
import { isDate } from '../operation/check/date';
import { by, requireOrder, pathRef } from './shared';
import { simpleQueueTask, simpleStatistics, type SimpleVersion, simpleVersion } from './simplify';

/* What happened in a library: the history of a file, and the updates feed. */

export const listVersions = operation('libraryFileHistory', 'history.getMany', {
	action: 'Get many versions of a file',
	summary: 'List the history of a file, with the checksum of each version',
	input: { file: required({ ...pathRef, label: 'File', help: 'The file' }) },
	items: returns<SimpleVersion>(),
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hid'] },
	simplify: simpleVersion,
	example: { file: by('path', 'Contracts/offer.txt'), returnAll: true },
});

export const countChanges = operation('libraryFileUpdatesCount', 'change.count', {
	action: 'Count changes',
	summary: 'Count the changes of the last 24 hours, or between two times',
	input: {
		begin: top.date(['From', 'Start; 24 hours before the end when left empty'], {
			wire: 'begin_dateline',
			unit: 'milliseconds',
			whenEmpty: ({ end }, now) => (isDate(end) ? end.getTime() : now) - DAY_MS,
		}),
		end: top.date(['To', 'End; now when left empty'], {
			wire: 'end_dateline',
			unit: 'milliseconds',
			whenEmpty: (_, now) => now,
		}),
		showdel: filter.flag(['Include Deleted', 'Whether to also count deleted entries']),
	},
	check: ({ begin, end }) => requireOrder(['From', begin], ['To', end]),
});

/* The state of a library: its usage, and tasks that the service does in the background. */

export const getQueueTask = operation('libraryFileQueueStatus', 'copyTask.get', {
	menu: 'default',
	summary: 'Get the state of a copy in the background',
	input: {
		queueId: required.text(['Queue ID', 'The queue_id that the copy returned'], {
			claims: 'id',
			placeholder: 'e.g. 700001',
		}),
	},
	simplify: simpleQueueTask,
	example: { queueId: '700001' },
});

export const getStatistics = operation('libraryFileStat', 'library.getStatistics', {
	menu: 'default',
	action: 'Get statistics of the library',
	summary: 'Get capacity, used space, recycle bin size and number of files',
	input: {},
	simplify: simpleStatistics,
});
