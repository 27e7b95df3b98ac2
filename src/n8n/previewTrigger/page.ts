import { previewPageScript } from './pageScript';
import { previewPageStyle } from './pageStyle';

/** What the script of the page works with. Times in milliseconds. */
export interface PageData {
	/** Event type of the deployment, e.g. `SVC_VIEWER_EVENT`. */
	readonly type: string;
	/** Origin of the preview. */
	readonly origin: string;
	readonly token: string;
	readonly events: readonly string[];
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
	/** Life of a preview link. */
	readonly validMs: number;
	/** Video or audio: its player tells nothing before it is started. */
	readonly media: boolean;
}
/** What the page shows. */
export interface PageView {
	readonly title: string;
	readonly filename: string;
	readonly viewer: string | null;
	readonly url: string;
	readonly data: PageData;
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};
/** Text for HTML, in elements and in quoted attributes. */
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
/** JSON for a script element: nothing in it can end the element. */
const scriptJson = (value: unknown): string =>
	JSON.stringify(value)
		.replace(/</g, '\\u003c')
		.replace(/\u2028/g, '\\u2028')
		.replace(/\u2029/g, '\\u2029');

const FILE =
	'<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8z"/><path d="M14 3v5h5M9 13h6M9 17h4"/></svg>';
const CLOSED =
	'<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 8v5M12 16.5v.01"/><circle cx="12" cy="12" r="9"/></svg>';

function frame(title: string, nonce: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${previewPageStyle}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The page that embeds the preview. It shows the file without script too; only the events need it. Every value in it is escaped. */
export function previewPage({ title, filename, viewer, url, data }: PageView, nonce: string): string {
	const below = [...(title === filename ? [] : [filename]), ...(viewer === null ? [] : [`Shown to ${viewer}`])].join(
		' · ',
	);
	return frame(
		title,
		nonce,
		`<header>
<span class="mark">${FILE}</span>
<div class="names"><h1>${escape(title)}</h1>${below ? `<p>${escape(below)}</p>` : ''}</div>
<div class="progress" id="progress" hidden><span id="where"></span><progress id="bar" value="0" max="1" aria-labelledby="where"></progress></div>
<div class="actions"><button type="button" class="button" id="reload">Reload preview</button><a class="button" id="open" href="${escape(url)}" target="_blank" rel="noopener noreferrer">Open in new tab</a></div>
</header>
<div class="status" role="status" aria-live="polite"><div class="notice" id="notice" hidden><p id="noticeText"></p><button type="button" class="button" id="retry">Try again</button></div></div>
<main>
<div class="loading" id="loading"><span class="spinner"></span><span>Loading the preview…</span></div>
<iframe id="preview" src="${escape(url)}" title="${escape(`Preview of ${filename}`)}" referrerpolicy="no-referrer" allow="autoplay; fullscreen; picture-in-picture"></iframe>
</main>
<footer>
<p class="plain">Without script the preview is shown, but your progress is not reported. If it stays empty, load this page again: its link is good for 10 minutes.</p>
<p class="scripted">The pages you open and what you play are reported to the owner of this page.</p>
</footer>
<script type="application/json" id="data" nonce="${nonce}">${scriptJson(data)}</script>
<script nonce="${nonce}">${previewPageScript}</script>`,
	);
}

/** What a visitor reads when there is no preview. `again`: it may work in a while. */
export interface Refusal {
	readonly status: number;
	readonly title: string;
	readonly text: string;
	readonly again?: true;
}

/** The page in place of the preview; it needs no script. */
export function refusalPage({ title, text, again }: Refusal, nonce: string): string {
	return frame(
		title,
		nonce,
		`<main class="card"><span class="mark">${CLOSED}</span><h1>${escape(title)}</h1><p>${escape(text)}</p>${again ? '<a class="button main" href="">Try again</a>' : ''}</main>`,
	);
}

/** Rights of n8n's sandbox that a preview can use; it may not navigate the page away. */
const SANDBOX =
	'sandbox allow-downloads allow-forms allow-modals allow-orientation-lock allow-pointer-lock allow-popups allow-popups-to-escape-sandbox allow-presentation allow-scripts';

/** Headers of both pages. `origins`: of the frame (if there is one), and of this n8n as it knows itself. */
export function pageHeaders(
	nonce: string,
	sandbox: boolean,
	origins: { readonly frame?: string; readonly own?: string } = {},
): Record<string, string> {
	const rules = [
		"default-src 'none'",
		`script-src 'nonce-${nonce}'`,
		`style-src 'nonce-${nonce}'`,
		'img-src data:',
		`frame-src ${origins.frame ?? "'none'"}`,
		`connect-src 'self'${origins.own ? ` ${origins.own}` : ''}`,
		"base-uri 'none'",
		"form-action 'none'",
	];
	return {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': [...rules, ...(sandbox ? [SANDBOX] : [])].join('; '),
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
	};
}
