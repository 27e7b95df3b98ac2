export { readingTarget } from './closeCommand';
export { type ReadingRequest, type ReadingStatement, sealReading } from './readingLink';
export { MAX_COMMENT, readReadingPost } from './readingPost';
export {
	isComplete,
	itemsOfResumedWait,
	merged,
	newReadingItem,
	readingItemsIn,
	unlessAnswered,
	waitingInWords,
	withAnswer,
	withProgress,
} from './readingState';
