export { type EventChoice, eventFromFeed, eventFromHistory, type FeedChange, type FeedEntry, wayIn } from './change';
export { type ChangeFilter, compileArrivalFilter, compileFilter } from './changeFilter';
