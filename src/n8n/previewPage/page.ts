import { escapeHtml, htmlDocument, icon, scriptJson } from './html';
import { previewPageScript } from './pageScript';

/** The settings of the page's script. Times in milliseconds. */
export interface PageData {
	/** Event type of the deployment, e.g. `SVC_VIEWER_EVENT`. */
	readonly type: string;
	/** Origin of the preview. */
	readonly origin: string;
	readonly token: string;
	readonly events: readonly string[];
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
	/** Lifetime of a preview link. */
	readonly validMs: number;
	/** Video or audio: its player sends no event before playback starts. */
	readonly media: boolean;
}

/** What the page shows. */
export interface PageView {
	readonly title: string;
	readonly filename: string;
	readonly viewer: string | null;
	/** The preview. */
	readonly url: string;
	readonly data: PageData;
}

const FILE_ICON = icon(
	'<path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8z"/><path d="M14 3v5h5M9 13h6M9 17h4"/>',
);

function header({ title, filename, viewer, url }: PageView): string {
	const details = [title === filename ? '' : filename, viewer === null ? '' : `Shown to ${viewer}`]
		.filter(Boolean)
		.join(' · ');
	return `<header>
<span class="mark">${FILE_ICON}</span>
<div class="names"><h1>${escapeHtml(title)}</h1>${details ? `<p>${escapeHtml(details)}</p>` : ''}</div>
<div class="progress" id="progress" hidden>
<span id="where"></span><progress id="bar" value="0" max="1" aria-labelledby="where"></progress>
</div>
<div class="actions">
<button type="button" class="button" id="reload">Reload preview</button>
<a class="button" id="open" href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">Open in new tab</a>
</div>
</header>`;
}

const STATUS = `<div class="status" role="status" aria-live="polite">
<div class="notice" id="notice" hidden>
<p id="noticeText"></p>
<button type="button" class="button" id="retry">Try again</button>
</div>
</div>`;

const preview = ({ filename, url }: PageView): string => `<main>
<div class="loading" id="loading"><span class="spinner"></span><span>Loading the preview…</span></div>
<iframe id="preview" src="${escapeHtml(url)}" title="${escapeHtml(`Preview of ${filename}`)}"
referrerpolicy="no-referrer" allow="autoplay; fullscreen; picture-in-picture"></iframe>
</main>`;

const FOOTER = `<footer>
<p class="plain">Without JavaScript, the preview is shown but your progress is not reported. If the preview stays empty,
reload this page: the preview link is valid for 10 minutes.</p>
<p class="scripted">The pages you open and the media you play are reported to the owner of this page.</p>
</footer>`;

/**
 * The page that embeds the preview; every value in it is escaped. Without JavaScript the file is shown, but not
 * tracked.
 */
export const previewPage = (view: PageView, nonce: string): string =>
	htmlDocument(
		view.title,
		nonce,
		`${header(view)}
${STATUS}
${preview(view)}
${FOOTER}
<script type="application/json" id="data" nonce="${nonce}">${scriptJson(view.data)}</script>
<script nonce="${nonce}">${previewPageScript}</script>`,
	);
