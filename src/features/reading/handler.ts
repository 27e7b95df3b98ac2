import { handles } from '../../n8n/execute/job';
import { closeReadingLink, getReadingLink, waitForReading } from './entries';
import { handler as close } from './serve/closeReading';
import { handler as link } from './serve/readingLink';
import { handler as wait } from './serve/waitForReading';

/** The operations of this feature, with what carries them out. */
export const handlers = [
	handles(getReadingLink, link),
	handles(waitForReading, wait),
	handles(closeReadingLink, close),
];
