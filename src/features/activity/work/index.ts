export type { ActivityState, LogEntry, LogPage, LogPort, LogQuery, LogState } from './state';
export { activityStateIn, KEY_LENGTH, libraryLog, managementLog, readEntry, stateFrom, whatOf } from './state';
export type { LogToRead, WatchedLog } from './readActivities';
export { failuresAfter, logsToRead, MANAGEMENT, nextState, readActivities } from './readActivities';
export { acceptEntries, readStep, startLog } from './readLog';
