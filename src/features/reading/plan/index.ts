export { readingTarget } from './closeCommand';
export {
	isReadingRequest,
	openReading,
	READING_PARAMETER,
	readingAddress,
	type ReadingRequest,
	type ReadingStatement,
	sealReading,
	secretCheck,
} from './readingLink';
export { MAX_COMMENT, type ReadingPost, readReadingPost } from './readingPost';
export {
	isComplete,
	isPastDue,
	itemsOfResumedWait,
	merged,
	newReadingItem,
	readingItemsIn,
	resumedWait,
	waitingInWords,
	whenTimeIsOver,
	withAnswer,
	withLook,
	withProgress,
} from './readingState';
