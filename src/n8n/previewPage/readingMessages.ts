import type { AnswerReply, ReadingAnswer, ReadingState } from './readingContract';

/** What the page says after its answer was accepted. */
export const RECORDED_MESSAGE: Readonly<Record<ReadingAnswer, string>> = {
	finished: 'Recorded: you have read this file to its end.',
	approve: 'Recorded: you approved this file.',
	decline: 'Recorded: you declined this file.',
};

/** What the page says when its answer came too late. */
export const LATE_MESSAGE = {
	answered: 'This link was already answered. Only the first answer counts.',
	over: 'This link is closed: nobody is waiting for an answer any more.',
} as const;

/** The reply to an answer that was accepted. */
export const acceptedReply = (answer: ReadingAnswer): AnswerReply => ({
	state: 'accepted',
	message: RECORDED_MESSAGE[answer],
});

/** The reply to an answer that came too late. */
export const lateReply = (state: keyof typeof LATE_MESSAGE): AnswerReply => ({ state, message: LATE_MESSAGE[state] });

/** What stands on the page that is shown instead of the reading page, and its HTTP status. */
export interface StateText {
	readonly status: number;
	readonly title: string;
	readonly text: string;
	/** Whether trying again later may help; adds a button. */
	readonly mayRetry?: true;
}

/** The texts of the states. */
export const READING_STATES: Readonly<Record<ReadingState, StateText>> = {
	answered: {
		status: 200,
		title: 'This link was already answered',
		text: 'The answer is recorded; you can close this page. To change it, ask the person who sent you the link.',
	},
	over: {
		status: 410,
		title: 'This link is closed',
		text: 'Nobody is waiting for an answer any more. Ask the person who sent you the link for a new one.',
	},
	notBegun: {
		status: 409,
		title: 'This link is not open yet',
		text: 'The file can be read here in a moment. If it still cannot, ask the person who sent you the link.',
		mayRetry: true,
	},
	refused: {
		status: 403,
		title: 'This link is not valid',
		text: 'It was changed or is incomplete. Open the link exactly as you received it, or ask for a new one.',
	},
};
