import { hasNoPreview } from '../../protocol/wire/errorCodes';
import { isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';
import type { Refusal } from './page';

const GONE: Refusal = {
	status: 404,
	title: 'The file is not there',
	text: 'It was deleted, or moved to a place that this page does not show. Ask the person who gave you the link.',
};
const BROKEN: Refusal = {
	status: 502,
	title: 'The preview cannot be shown',
	text: 'The file service did not give a preview. Try again in a while; if it stays so, tell the owner of this page.',
	again: true,
};
const NO_RIGHT: Refusal = {
	status: 403,
	title: 'The preview is not allowed',
	text: 'The owner of this page may not show this file. Ask the person who gave you the link.',
};
const NO_PREVIEW: Refusal = {
	status: 415,
	title: 'This file has no preview',
	text: 'Files of this kind cannot be shown in the browser. Ask the person who gave you the link for a copy.',
};
const BUSY: Refusal = { ...BROKEN, status: 503, title: 'The file service is busy', text: 'Try again in a moment.' };
const LATE: Refusal = {
	...BROKEN,
	status: 504,
	title: 'The file service does not answer',
	text: 'Try again in a moment.',
};
const MISTAKE: Refusal = {
	status: 500,
	title: 'The preview cannot be shown',
	text: 'This page is not set up correctly. Tell the owner of this page.',
};

/** Why a visitor without a right viewer link is not let in. */
export const REFUSED = {
	signature: {
		status: 403,
		title: 'This link is not valid',
		text: 'It was changed or is not complete. Open the link exactly as you got it, or ask for a new one.',
	},
	expired: {
		status: 403,
		title: 'This link has expired',
		text: 'Ask the person who gave you the link for a new one.',
	},
	anonymous: {
		status: 403,
		title: 'A personal link is needed',
		text: 'This page can only be opened with a link that was made for you. Ask the owner of this page for one.',
	},
} as const satisfies Record<string, Refusal>;

function ofLibrary(error: LibraryError): Refusal {
	if (hasNoPreview(error.code)) return NO_PREVIEW;
	switch (error.kind) {
		case 'notFound':
			return GONE;
		// 401 is about the credential, which is not the visitor's business.
		case 'auth':
			return error.status === 403 ? NO_RIGHT : BROKEN;
		case 'busy':
		case 'quota':
			return BUSY;
		case 'timeout':
			return LATE;
		case 'input':
			return error.status === undefined ? MISTAKE : BROKEN;
		case 'network':
		case 'protocol':
		case 'conflict':
		case 'upload':
		case 'aborted':
			return BROKEN;
	}
}

/** What a visitor is told about a failure: what it means for them, nothing of the credential, the service or its answer. */
export const refusalOf = (failure: unknown): Refusal => (isLibraryError(failure) ? ofLibrary(failure) : MISTAKE);
