export { arrivalFilter, type ArrivalPort, type ArrivalState, idsIn, startArrivals, textOfIds } from './arrivalState';
export { followArrivals } from './arrivals';
export { type Burst, burstError, hiddenText, ifCounted, readBurst } from './burst';
export { divideByClock, mayStayBehind } from './datedAhead';
export { entryId, fingerprintOf, type TimedEntry, fingerprintsIn } from './fingerprint';
export { cursorAt, listChanges } from './listChanges';
export { entryMark, type ListedChange } from './listedChange';
export { findLateEntries, rereadOverlap } from './overlap';
export { type FeedKind, type FeedPage, type FeedPort, feedPort } from './port';
export { addProcessed, countProcessed, indexProcessed, pruneProcessed, wasProcessed } from './processed';
export { pollQuietly } from './quietPoll';
export { readChangesByPage } from './readChanges';
export { recentChanges } from './recentChanges';
export {
	type FeedStart,
	type FeedState,
	type ProcessedGroup,
	type QuietPoll,
	type ReadOptions,
	type ReadResult,
	startFeed,
	stateAfter,
} from './state';
export { isFeedState, isStoredChange } from './storedState';
export { takeEntries } from './takeEntries';
