import { operation, returns } from '../operation/define';
import { required, text } from '../operation/fields';
import type { QueueTask } from './answers/history';
import type { LibraryStatistics } from './answers/library';
import { simpleQueueTask, simpleStatistics } from './simplify';

/* The state of a library: its usage, and tasks that the service does in the background. */

const common = { credential: 'org', reads: true } as const;

export const getQueueTask = operation({
	...common,
	id: 'libraryFileQueueStatus',
	resource: 'copyTask',
	operation: 'get',
	menu: 'default',
	action: 'Get a copy task',
	summary: 'Get the state of a copy that the service makes in the background',
	route: 'POST /m-open/1/file/queue_status',
	input: {
		queueId: required(
			text({
				claims: 'id',
				label: 'Queue ID',
				help: 'The queue_id that the copy returned',
				placeholder: 'e.g. 700001',
			}),
		),
	},
	output: returns<QueueTask>(),
	simplify: simpleQueueTask,
	example: { queueId: '700001' },
});

export const getStatistics = operation({
	...common,
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
