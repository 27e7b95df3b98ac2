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
	type ActivityState,
	activityStateIn,
	type LogState,
	stateFrom,
} from './state';
export {
	failuresAfter,
	logsToRead,
	type LogToRead,
	MANAGEMENT,
	nextState,
	readActivities,
	type WatchedLog,
} from './readActivities';
export { readStep, startLog, acceptEntries } from './readLog';
