import { operation } from '../operation/define';
import { filter, required } from '../operation/fields';
import { by } from './shared';
import { checkLogRange, libraryRef, logRange } from './sharedEnterprise';
import { ACTS, LOG_TYPES } from './activityEvent';
import { simpleLibraryLog, simpleManagementLog } from './simplifyEnterprise';

/* The logs of an enterprise: what was done in its libraries, and what its administrators did. */

/** How both logs are ordered and bounded: the wire names of `logRange`, and the time of an entry. */
const LOG = { order: 'orderby', end: 'end_dateline', time: 'dateline' } as const;

export const listLibraryLog = operation('orgLog', 'libraryLog.getMany', {
	action: 'Get many library log entries',
	summary: 'Read what was done in a library, and by whom',
	input: {
		library: required(libraryRef),
		...logRange,
		acts: filter.multi(['Actions', 'Only these actions; all actions when left empty'], {
			wire: 'act',
			form: ',',
			choices: ACTS,
		}),
	},
	check: checkLogRange,
	paging: { kind: 'offset', pageSize: 1000, keyFields: 'none', log: LOG },
	simplify: simpleLibraryLog,
	example: { library: by('id', '1102'), returnAll: true, filters: { acts: ['1', '3'] } },
});

export const listManagementLog = operation('entLog', 'managementLog.getMany', {
	action: 'Get many management log entries',
	summary: 'Read what administrators have done',
	input: {
		...logRange,
		type: filter.choice('Kind of entries to return', {
			default: 'all',
			choices: { all: { label: 'All', wire: null }, ...LOG_TYPES },
		}),
	},
	check: checkLogRange,
	paging: { kind: 'offset', pageSize: 1000, keyFields: 'none', log: LOG },
	simplify: simpleManagementLog,
	example: { returnAll: true, filters: { type: '2', from: '2026-01-01T00:00:00.000Z' } },
});
