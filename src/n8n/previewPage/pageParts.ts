import { escapeHtml, icon, scriptJson } from './html';

/* The parts that the preview page and the reading page consist of. Every value in them is escaped. */

const FILE_ICON = icon(
	'<path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8z"/><path d="M14 3v5h5M9 13h6M9 17h4"/>',
);

/** What is shown above the preview. */
export interface PageHeader {
	readonly title: string;
	readonly filename: string;
	/** In front of the viewer's name, e.g. `Shown to`. */
	readonly role: string;
	readonly viewer: string | null;
	/** The preview, for a link that opens it alone. */
	readonly link?: string;
}

const newTab = (url: string): string =>
	`\n<a class="button" id="open" href="${escapeHtml(url)}" ` +
	'target="_blank" rel="noopener noreferrer">Open in new tab</a>';

/** The header: what the file is, whom it is for, how far they are, and what they can do. */
export function pageHeader({ title, filename, role, viewer, link }: PageHeader): string {
	// A name may be written from right to left, whatever surrounds it.
	const details = [
		title === filename ? '' : `<bdi>${escapeHtml(filename)}</bdi>`,
		viewer === null ? '' : `${role} <bdi>${escapeHtml(viewer)}</bdi>`,
	]
		.filter(Boolean)
		.join(' · ');
	return `<header>
<span class="mark">${FILE_ICON}</span>
<div class="names"><h1 dir="auto">${escapeHtml(title)}</h1>${details ? `<p>${details}</p>` : ''}</div>
<div class="progress" id="progress" hidden>
<span id="where"></span><progress id="bar" value="0" max="1" aria-labelledby="where"></progress>
</div>
<div class="actions">
<button type="button" class="button" id="reload">Reload preview</button>${link === undefined ? '' : newTab(link)}
</div>
</header>`;
}

/** Where the page says what is wrong with the preview. */
export const PAGE_STATUS = `<div class="status" role="status" aria-live="polite">
<div class="notice" id="notice" hidden>
<p id="noticeText"></p>
<button type="button" class="button" id="retry">Try again</button>
</div>
</div>`;

/** The preview in its frame. */
export const pagePreview = (filename: string, url: string): string => `<main>
<div class="loading" id="loading"><span class="spinner"></span><span>Loading the preview…</span></div>
<iframe id="preview" src="${escapeHtml(url)}" title="${escapeHtml(`Preview of ${filename}`)}"
referrerpolicy="no-referrer" allow="autoplay; fullscreen; picture-in-picture"></iframe>
</main>`;

/** The settings of the script, and the script. */
export const pageScripts = (data: unknown, script: string, nonce: string): string =>
	`<script type="application/json" id="data" nonce="${nonce}">${scriptJson(data)}</script>
<script nonce="${nonce}">${script}</script>`;
