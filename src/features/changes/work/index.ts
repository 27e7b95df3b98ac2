export { arrivalFilter, type ArrivalPort, type ArrivalState, idsIn, startArrivals } from './arrivalState';
export { followArrivals } from './arrivals';
export { type Burst, burstError, hiddenText, laterPage, mayStayBehind, readBurst } from './pages';
export { cursorAt, entryMark, listChanges, type ListedChange } from './listChanges';
export type { FeedKind, FeedPage, FeedPort, FeedStart, FeedState, ReadOptions, ReadResult } from './feed';
export { feedPort, startFeed, stateAfter } from './feed';
export { countProcessed, entryId, fingerprintOf, KnownLooks, pruneProcessed, type TimedEntry } from './processed';
export { readChangesByPage, recentChanges } from './readChanges';
export { takeEntries } from './takeEntries';
