import type { ReadingAnswer } from './readingContract';

const RECORDED: Readonly<Record<ReadingAnswer, string>> = {
	finished: 'It is recorded that you have read this file to its end.',
	approve: 'It is recorded that you approved this file.',
	decline: 'It is recorded that you declined this file.',
};

/** What the page says after its post was accepted. */
export const recordedMessage = (answer: ReadingAnswer): string => `${RECORDED[answer]} You can close this page.`;

/** What the page says when its post came too late. */
export const LATE_MESSAGE = {
	answered: 'An answer was already recorded for this link, and only the first one counts.',
	over: 'The time for this answer is over. Nothing was recorded.',
} as const;
