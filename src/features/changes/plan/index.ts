export type { FeedChange, FeedEntry } from './change';
export { type EventChoice, eventFromFeed, eventFromHistory, wayIn } from './change';
export { type ChangeFilter, compileArrivalFilter, compileFilter } from './changeFilter';
