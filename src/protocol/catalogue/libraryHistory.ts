import { lists, operation, returns } from '../operation/define';
import { choice, date, flag, required } from '../operation/fields';
import type { FeedEntry } from './answers/file';
import type { ChangeCount, Version } from './answers/history';
import { by, pathRef } from './shared';
import { simpleChange, simpleVersion } from './simplify';

/* What happened in a library: the history of a file, and the updates feed. */

const common = { credential: 'org', repeatable: true, reads: true } as const;

export const listVersions = operation({
	...common,
	id: 'libraryFileHistory',
	resource: 'history',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many versions of a file',
	summary: 'List the history of a file, with the checksum of each version',
	route: 'POST /m-open/1/file/history',
	input: { file: required(pathRef) },
	output: lists<Version>(),
	paging: { kind: 'offset', pageSize: 100, keyFields: ['hid'] },
	simplify: simpleVersion,
	example: { file: by('path', 'Contracts/offer.txt'), returnAll: true },
});

export const listChanges = operation({
	...common,
	id: 'libraryFileUpdates',
	resource: 'change',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many changes',
	summary: 'Read the updates feed: what was changed in the library',
	route: 'POST /m-open/1/file/updates',
	input: {
		since: date({
			label: 'From',
			wire: 'fetch_dateline',
			unit: 'milliseconds',
			absent: '0',
			place: 'top',
			help:
				'Where to start: a date, or the fetch_dateline of an earlier item. ' +
				'When left empty, Oldest First starts at the beginning and Newest First starts now.',
		}),
		mode: choice({
			label: 'Order',
			help: 'In which direction to read',
			fallback: 'compare',
			place: 'top',
			choices: {
				compare: { label: 'Oldest First', help: 'After the given time, including deleted entries' },
				newest: { label: 'Newest First', wire: null, help: 'Before the given time' },
			},
		}),
		dir: choice({
			label: 'Kind',
			help: 'Which entries to return',
			fallback: 'all',
			choices: {
				all: { label: 'Files and Folders', wire: null },
				0: { label: 'Files' },
				1: { label: 'Folders' },
			},
		}),
	},
	output: lists<FeedEntry>(),
	paging: { kind: 'cursor' },
	simplify: simpleChange,
	example: { mode: 'compare', returnAll: true },
});

export const countChanges = operation({
	...common,
	id: 'libraryFileUpdatesCount',
	resource: 'change',
	operation: 'count',
	name: 'Count',
	action: 'Count changes',
	summary: 'Count the changes between two times',
	route: 'POST /m-open/1/file/updates_count',
	input: {
		begin: required(
			date({ label: 'From', wire: 'begin_dateline', unit: 'milliseconds', help: 'Start of the time span' }),
		),
		end: required(date({ label: 'To', wire: 'end_dateline', unit: 'milliseconds', help: 'End of the time span' })),
		showdel: flag({ label: 'Include Deleted', help: 'Whether to also count deleted entries', off: '0' }),
	},
	output: returns<ChangeCount>(),
	example: { begin: '2026-01-01T00:00:00.000Z', end: '2026-12-31T00:00:00.000Z' },
});
