import type { MarkupTexts } from '../../../pages/english';
import { MARKUP_TEXTS } from '../../../pages/texts';
import { hasTrait } from '../../../protocol/wire/errorCodes';
import { isLibraryError, type LibraryError } from '../../../protocol/wire/libraryError';
import { escapeHtml, htmlDocument, icon, type DocumentFrame } from './html';

/** Why a visitor sees no page, by the name of what they read (src/pages/english.ts). */
export type Refusal = keyof MarkupTexts['refusal'];

/** The HTTP status of each refusal, and whether trying again later may help, which adds a button. */
export const REFUSALS: Readonly<Record<Refusal, { readonly status: number; readonly mayRetry?: true }>> = {
	gone: { status: 404 },
	broken: { status: 502, mayRetry: true },
	notAllowed: { status: 403 },
	noPreview: { status: 415 },
	serviceBusy: { status: 503, mayRetry: true },
	timedOut: { status: 504, mayRetry: true },
	misconfigured: { status: 500 },
	signature: { status: 403 },
	expired: { status: 403 },
	anonymous: { status: 403 },
	busy: { status: 429, mayRetry: true },
	answered: { status: 200 },
	over: { status: 410 },
	closed: { status: 410 },
	outdated: { status: 410 },
	notBegun: { status: 409, mayRetry: true },
};

function refusalOfKind(error: LibraryError): Refusal {
	if (hasTrait(error, 'noPreview')) return 'noPreview';
	switch (error.kind) {
		case 'notFound':
			return 'gone';
		// 401 is about the credential, which does not concern the visitor.
		case 'auth':
			return error.status === 403 ? 'notAllowed' : 'broken';
		case 'busy':
		case 'quota':
			return 'serviceBusy';
		case 'timeout':
			return 'timedOut';
		case 'input':
			return error.status === undefined ? 'misconfigured' : 'broken';
		case 'network':
		case 'protocol':
		case 'conflict':
		case 'upload':
		case 'aborted':
			return 'broken';
	}
}

/**
 * What a visitor reads about a failure: what it means to them, and nothing about the credential, the service or its
 * answer.
 */
export const refusalOf = (failure: unknown): Refusal =>
	isLibraryError(failure) ? refusalOfKind(failure) : 'misconfigured';

const ATTENTION = icon('<path d="M12 8v5M12 16.5v.01"/><circle cx="12" cy="12" r="9"/>');
const DONE = icon('<path d="M8 12.5l2.7 2.7L16 9.5"/><circle cx="12" cy="12" r="9"/>');

/** The page in place of the preview; it needs no JavaScript. `notes` are plain texts, of which '' is left out. */
export function refusalPage(frame: DocumentFrame, refusal: Refusal, notes: readonly string[] = []): string {
	const { tryAgain, refusal: texts } = MARKUP_TEXTS[frame.language];
	const { title, text } = texts[refusal];
	return htmlDocument(
		frame,
		title,
		`<main class="card">
<span class="mark">${refusal === 'answered' ? DONE : ATTENTION}</span>
<h1>${title}</h1>
${notes.map((note) => note && `<p class="note" dir="auto">${escapeHtml(note)}</p>\n`).join('')}<p>${text}</p>
${REFUSALS[refusal].mayRetry ? `<a class="button main" href="">${tryAgain}</a>` : ''}
</main>`,
	);
}
