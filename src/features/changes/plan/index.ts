export type { FeedChange, FeedEntry } from './change';
export { type EventChoice, eventFromFeed, eventFromHistory, wayIn } from './changeEvent';
export { type ChangeFilter, compileArrivalFilter, compileFilter } from './changeFilter';
