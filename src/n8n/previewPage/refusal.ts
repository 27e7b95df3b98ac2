import { hasNoPreview } from '../../protocol/wire/errorCodes';
import { isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';
import type { Refusal } from './refusalPage';

const GONE: Refusal = {
	status: 404,
	title: 'File not found',
	text: 'It was deleted, or moved to a place that this page cannot show. Ask the person who sent you the link.',
};
const BROKEN: Refusal = {
	status: 502,
	title: 'The preview cannot be shown',
	text:
		'The file service did not provide a preview. ' +
		'Try again later; if the problem persists, tell the owner of this page.',
	mayRetry: true,
};
const NOT_ALLOWED: Refusal = {
	status: 403,
	title: 'The preview is not allowed',
	text: 'The owner of this page does not have permission to show this file. Ask the person who sent you the link.',
};
const NO_PREVIEW: Refusal = {
	status: 415,
	title: 'This file has no preview',
	text: 'Files of this type cannot be shown in the browser. Ask the person who sent you the link for a copy.',
};
const BUSY: Refusal = {
	status: 503,
	title: 'The file service is busy',
	text: 'Try again in a moment.',
	mayRetry: true,
};
const TIMED_OUT: Refusal = {
	status: 504,
	title: 'The file service does not respond',
	text: 'Try again in a moment.',
	mayRetry: true,
};
const MISCONFIGURED: Refusal = {
	status: 500,
	title: 'The preview cannot be shown',
	text: 'This page is not set up correctly. Tell the owner of this page.',
};

/** Why a visitor without a valid viewer link is refused. */
export const REFUSED = {
	signature: {
		status: 403,
		title: 'This link is not valid',
		text: 'It was changed or is incomplete. Open the link exactly as you received it, or ask for a new one.',
	},
	expired: {
		status: 403,
		title: 'This link has expired',
		text: 'Ask the person who sent you the link for a new one.',
	},
	anonymous: {
		status: 403,
		title: 'This page requires a personal link',
		text: 'It can only be opened with a link that was created for you. Ask the owner of this page for one.',
	},
	busy: {
		status: 429,
		title: 'Too many requests at once',
		text: 'Try again in a moment.',
		mayRetry: true,
	},
} as const satisfies Record<string, Refusal>;

function refusalOfKind(error: LibraryError): Refusal {
	if (hasNoPreview(error.code)) return NO_PREVIEW;
	switch (error.kind) {
		case 'notFound':
			return GONE;
		// 401 is about the credential, which does not concern the visitor.
		case 'auth':
			return error.status === 403 ? NOT_ALLOWED : BROKEN;
		case 'busy':
		case 'quota':
			return BUSY;
		case 'timeout':
			return TIMED_OUT;
		case 'input':
			return error.status === undefined ? MISCONFIGURED : BROKEN;
		case 'network':
		case 'protocol':
		case 'conflict':
		case 'upload':
		case 'aborted':
			return BROKEN;
	}
}

/**
 * What a visitor reads about a failure: what it means to them, and nothing about the credential, the service or its
 * answer.
 */
export const refusalOf = (failure: unknown): Refusal =>
	isLibraryError(failure) ? refusalOfKind(failure) : MISCONFIGURED;
