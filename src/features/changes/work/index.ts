export { arrivalFilter, type ArrivalPort, type ArrivalState, idsIn, startArrivals } from './arrivalState';
export { followArrivals } from './arrivals';
export { type Burst, burstError, hiddenText, laterPage, mayStayBehind, readBurst } from './pages';
export { cursorAt, entryMark, listChanges, type ListedChange } from './listChanges';
export {
	type FeedKind,
	type FeedPage,
	type FeedPort,
	feedPort,
	type FeedStart,
	type FeedState,
	type ProcessedGroup,
	type ReadOptions,
	type ReadResult,
	startFeed,
	stateAfter,
} from './feed';
export { countProcessed, entryId, fingerprintOf, KnownLooks, pruneProcessed, type TimedEntry } from './processed';
export { readChangesByPage, recentChanges } from './readChanges';
export { takeEntries } from './takeEntries';
