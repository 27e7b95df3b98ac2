import { escapeHtml } from '../../http/exchange';
import { isMedia } from '../../links/fileKinds';
import { documentScript, mediaScript } from './viewerScripts';
import { viewerStyle } from './viewerStyle';

/** What a preview page shows. */
export interface Viewing {
	readonly name: string;
	/** `SVC_VIEWER_EVENT` with the vendor prefix. */
	readonly eventType: string;
	/** Text of the watermark; null without one. */
	readonly watermark: string | null;
	/** doc: `on`, or `display` with the side list open; empty without annotations. */
	readonly annotation: string;
	/** doc: view, add or admin. */
	readonly annotationMode: string;
	/** Seconds of media played per second. */
	readonly mediaSpeed: number;
}

/** A string literal for a script element; nothing in it can end the element. */
const scriptText = (text: string): string => JSON.stringify(text).replace(/</g, '\\u003c');

const page = (name: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<style>${viewerStyle}</style>
</head>
${body}</html>
`;

const documentControls = '<button id="back">Previous</button> <p id="state"></p> <button id="next">Next</button>';
const mediaControls =
	'<button id="play">Play</button> <progress id="bar" value="0" max="1"></progress> <p id="state"></p>';
const player = `<div class="player"><div class="wave">${'<i></i>'.repeat(24)}</div></div>`;

/**
 * The preview page. doc, events: it posts a JSON string to its parent window: `page` for documents, when loaded and on
 * page change; `progress` for media, at start, end and every 5 seconds of playback; `time` is in milliseconds.
 * It needs neither cookies nor storage, so that it works in a sandboxed frame. assumed: everything but the events.
 */
export function viewerPage(view: Viewing): string {
	const media = isMedia(view.name);
	return page(
		view.name,
		`<body data-annotation="${escapeHtml(view.annotationMode)}">
<div class="bar"><h1>${escapeHtml(view.name)}</h1>${media ? mediaControls : documentControls}</div>
<div class="stage">${media ? player : sheet(view)}</div>
<script>
const type = ${scriptText(view.eventType)};
const speed = ${Number(view.mediaSpeed)};
const at = (id) => document.getElementById(id);
const post = (part) => window.parent.postMessage(JSON.stringify({ type, ...part, time: Date.now() }), '*');
const show = (text) => { at('state').textContent = text; };
const onClick = (id, run) => at(id).addEventListener('click', run);
${media ? mediaScript : documentScript}
</script>
</body>`,
	);
}

/** A page with a message only, for a link that is no longer valid. It posts no event. */
export const messagePage = (message: string): string =>
	page('Preview', `<body><p class="sorry">${escapeHtml(message)}</p></body>`);

function sheet({ name, watermark, annotation }: Viewing): string {
	const mark =
		watermark === null ? '' : `<div class="mark" id="watermark">${escapeHtml(watermark || 'Watermark')}</div>`;
	const notes = annotation === 'display' ? '<aside class="notes" id="annotations">No annotations yet</aside>' : '';
	const lines = '<i></i>'.repeat(14);
	return (
		`<div class="desk"><div class="sheet"><b id="heading">${escapeHtml(name)}</b>${lines}${mark}</div></div>` +
		notes
	);
}
