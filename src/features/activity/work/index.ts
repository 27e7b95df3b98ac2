export {
	KEY_LENGTH,
	libraryLog,
	type LogEntry,
	type LogPage,
	type LogPort,
	type LogQuery,
	managementLog,
	readEntry,
	whatOf,
} from './log';
export {
	failuresAfter,
	logsToRead,
	type LogToRead,
	MANAGEMENT,
	nextState,
	readActivities,
	readLogs,
	type WatchedLog,
} from './readActivities';
export { readStep, startLog, acceptEntries } from './readLog';
export { type ActivityState, activityStateIn, afterRound, type LogState, roundOf, stateFrom } from './state';
