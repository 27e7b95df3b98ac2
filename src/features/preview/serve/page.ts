import type { MarkupTexts } from '../../../pages/english';
import type { PageSettings, PreviewSettings, ReadingSettings } from '../../../pages/settings';
import { MARKUP_TEXTS, type Language } from '../../../pages/texts';
import { MAX_COMMENT } from '../../reading/plan';
import { escapeHtml, htmlDocument, icon, type DocumentFrame, pageText } from './html';
import { hasTrait } from '../../../protocol/wire/errorCodes';
import { isLibraryError } from '../../../protocol/wire/libraryError';

/* What the preview page and the reading page consist of. Every value in them is escaped. */

const FILE_ICON = icon(
	'<path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8z"/><path d="M14 3v5h5M9 13h6M9 17h4"/>',
);

interface FileView<S extends PageSettings> {
	readonly title: string;
	readonly filename: string;
	readonly viewer: string | null;
	readonly url: string;
	readonly settings: S;
}

interface PageView extends FileView<PageSettings> {
	/** In front of the viewer's name, e.g. `Shown to`. */
	readonly role: string;
	readonly below: string;
	readonly program: 'preview.ts' | 'reading.ts';
}

/** JSON for a script element: nothing in it can end the element. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

function pageHeader({ title, filename, role, viewer, url, program }: PageView, language: Language): string {
	const { reload, openInTab } = MARKUP_TEXTS[language];
	// A name may be written from right to left, whatever surrounds it.
	const details = [
		title === filename ? '' : `<bdi>${escapeHtml(filename)}</bdi>`,
		viewer === null ? '' : `${role}<bdi>${escapeHtml(viewer)}</bdi>`,
	]
		.filter(Boolean)
		.join(' · ');
	// Who is to read the file reads it on the page.
	const opensAlone = program === 'preview.ts';
	const link = `\n<a class="button" id="open" href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">`;
	return `<header>
<span class="mark">${FILE_ICON}</span>
<div class="names"><h1 dir="auto">${escapeHtml(title)}</h1>${details ? `<p>${details}</p>` : ''}</div>
<div class="progress" id="progress" hidden>
<span id="where"></span><progress id="bar" value="0" max="1" aria-labelledby="where"></progress>
</div>
<div class="actions">
<button type="button" class="button" id="reload">${reload}</button>${opensAlone ? `${link}${openInTab}</a>` : ''}
</div>
</header>`;
}

/** A page with a preview; the element #notice is for what is wrong with it. Without its program it shows the file. */
function pageWithPreview(frame: DocumentFrame, view: PageView): string {
	const { tryAgain, loading, previewOf } = MARKUP_TEXTS[frame.language];
	const { nonce } = frame;
	const body = `${pageHeader(view, frame.language)}
<div class="status" role="status" aria-live="polite">
<div class="notice" id="notice" hidden>
<p id="noticeText"></p>
<button type="button" class="button" id="retry">${tryAgain}</button>
</div>
</div>
<main>
<div class="loading" id="loading"><span class="spinner"></span><span>${loading}</span></div>
<iframe id="preview" src="${escapeHtml(view.url)}" title="${escapeHtml(previewOf(view.filename))}"
referrerpolicy="no-referrer" allow="autoplay; fullscreen; picture-in-picture"></iframe>
</main>
${view.below}
<script type="application/json" id="data" nonce="${nonce}">${scriptJson(view.settings)}</script>
<script nonce="${nonce}">${pageText(view.program)}</script>`;
	return htmlDocument(frame, view.title, body, view.program === 'reading.ts' ? 'reading.css' : 'style.css');
}

/** The page that embeds the preview; every value is escaped. Without JavaScript the file is shown, but not tracked. */
export function previewPage(frame: DocumentFrame, view: FileView<PreviewSettings>): string {
	const { shownTo, unscripted, reported } = MARKUP_TEXTS[frame.language];
	const below = `<footer>
<p class="plain">${unscripted}</p>
<p class="scripted">${reported}</p>
</footer>`;
	return pageWithPreview(frame, { ...view, role: shownTo, below, program: 'preview.ts' });
}

/** What the reading page shows. */
export interface ReadingView extends FileView<ReadingSettings> {
	readonly viewer: string;
	/** Whether the page takes a comment with the decision. */
	readonly comment: boolean;
	/** Whether the file has another content than when the link was made. */
	readonly changed: boolean;
}

const comment = (texts: MarkupTexts, needsReason: boolean): string => `<div class="comment">
<label for="comment">${needsReason ? texts.commentOrReason : texts.comment}</label>
<textarea id="comment" rows="2" maxlength="${MAX_COMMENT}" dir="auto" aria-describedby="count"></textarea>
<p id="count"></p>
</div>`;

const decision = (
	texts: MarkupTexts,
	{ settings, comment: hasComment }: ReadingView,
): string => `<div class="decide scripted" id="decide">
${hasComment ? comment(texts, settings.reason) : ''}
<div class="choices" id="choices">
<button type="button" class="button main" id="approve">${texts.approve}</button>
<button type="button" class="button" id="decline">${texts.decline}</button>
</div>
<div class="choices" id="confirm" role="group" aria-labelledby="confirmText" tabindex="-1" hidden>
<p id="confirmText"></p>
<button type="button" class="button main" id="confirmYes">${texts.approve}</button>
<button type="button" class="button" id="back">${texts.back}</button>
</div>
</div>`;

function question(texts: MarkupTexts, view: ReadingView): string {
	const { ask, media } = view.settings;
	const { title, task } = texts.ask[ask === 'read' && media ? 'play' : ask];
	return `<section class="ask" id="ask" aria-labelledby="askTitle">
<div class="question">
<div role="status" aria-live="polite"><h2 id="askTitle" tabindex="-1">${title}</h2>
<p class="recorded" id="recorded" dir="auto" hidden></p>
<p class="changed" id="changed"${view.changed ? '' : ' hidden'}>${texts.changed}</p></div>
<p class="scripted" id="missing">${task}</p>
<p class="scripted" id="until"></p>
<p class="plain">${texts.readingUnscripted}</p>
<div role="status" aria-live="polite"><p id="state"></p></div>
<button type="button" class="button" id="again" hidden>${texts.tryNow}</button>
</div>
${ask === 'approve' ? decision(texts, view) : ''}
</section>`;
}

/**
 * The page on which a person reads a file and answers; every value is escaped. Without JavaScript the file is shown,
 * and the page says that nothing is recorded.
 */
export function readingPage(frame: DocumentFrame, view: ReadingView): string {
	const texts = MARKUP_TEXTS[frame.language];
	const answer = view.settings.ask === 'read' ? 'read' : view.comment ? 'comment' : 'decision';
	const footer = texts.footer(`<bdi>${escapeHtml(view.viewer)}</bdi>`, texts.shared[answer]);
	return pageWithPreview(frame, {
		...view,
		role: texts.madeFor,
		below: `<div class="bottom">\n${question(texts, view)}\n<footer><p>${footer}</p></footer>\n</div>`,
		program: 'reading.ts',
	});
}

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

/** What a failure means to a visitor, who reads nothing about the credential, the service or its answer. */
export function refusalOf(failure: unknown): Refusal {
	if (!isLibraryError(failure)) return 'misconfigured';
	const { kind, status, code } = failure;
	if (hasTrait(failure, 'noPreview')) return 'noPreview';
	// A 404 without a code of the service is that of a proxy, or of another server.
	if (kind === 'notFound' && (status !== 404 || code !== undefined)) return 'gone';
	// 401 is about the credential, which does not concern the visitor.
	if (kind === 'auth' && status === 403) return 'notAllowed';
	if (kind === 'input' && status === undefined) return 'misconfigured';
	if (kind === 'busy' || kind === 'quota') return 'serviceBusy';
	return kind === 'timeout' ? 'timedOut' : 'broken';
}

const ATTENTION = icon('<path d="M12 8v5M12 16.5v.01"/><circle cx="12" cy="12" r="9"/>');
const DONE = icon('<path d="M8 12.5l2.7 2.7L16 9.5"/><circle cx="12" cy="12" r="9"/>');

/** The page in place of the preview; it needs no JavaScript. `notes` are HTML, of which '' is left out. */
export function refusalPage(frame: DocumentFrame, refusal: Refusal, notes: readonly string[] = []): string {
	const { tryAgain, refusal: texts } = MARKUP_TEXTS[frame.language];
	const { title, text } = texts[refusal];
	return htmlDocument(
		frame,
		title,
		`<main class="card">
<span class="mark">${refusal === 'answered' ? DONE : ATTENTION}</span>
<h1>${title}</h1>
${notes.map((note) => note && `<p class="note" dir="auto">${note}</p>\n`).join('')}<p>${text}</p>
${REFUSALS[refusal].mayRetry ? `<a class="button main" href="">${tryAgain}</a>` : ''}
</main>${notes.length > 0 ? `\n<script nonce="${frame.nonce}">${pageText('answered.ts')}</script>` : ''}`,
	);
}
