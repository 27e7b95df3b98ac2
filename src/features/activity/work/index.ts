export { KEY_LENGTH, type LogEntry, readEntry, whatOf } from './logEntry';
export { libraryLog, type LogPage, type LogPort, type LogQuery, managementLog } from './port';
export { failuresAfter, logsToRead, MANAGEMENT, nextState, readActivities } from './readActivities';
export { readStep, startLog } from './readLog';
export { type LogToRead, readLogs, type WatchedLog } from './readLogs';
export { type ActivityState, afterRound, type LogState, roundOf, stateFrom } from './state';
export { activityStateIn } from './storedState';
export { takeEntries } from './takeEntries';
