import { escapeHtml } from '../http';
import { isMedia } from './fileKinds';

/**
 * The preview page. doc, events: it posts a JSON string to its parent window, `page` for documents when loaded and on
 * page change, `progress` for media at start, end and every 5 seconds; `time` in milliseconds.
 */
export function viewerPage(name: string, eventType: string, annotation: string): string {
	const script = isMedia(name) ? mediaScript : documentScript;
	return `<!doctype html>
<html><head><meta charset="utf-8"><title>${escapeHtml(name)}</title></head>
<body data-annotation="${escapeHtml(annotation)}">
<h1>${escapeHtml(name)}</h1>
<p id="state"></p>
<button id="back">Previous</button> <button id="next">Next</button>
<script>
const type = ${JSON.stringify(eventType)};
const post = (part) => window.parent.postMessage(JSON.stringify({ type, ...part, time: Date.now() }), '*');
const show = (text) => { document.getElementById('state').textContent = text; };
const onClick = (id, run) => document.getElementById(id).addEventListener('click', run);
${script}
</script>
</body></html>
`;
}

const documentScript = `
const total = 3;
let current = 1;
const tell = () => { show('Page ' + current + ' of ' + total); post({ page: { current, total } }); };
const turn = (by) => { const next = Math.min(total, Math.max(1, current + by)); if (next !== current) { current = next; tell(); } };
onClick('back', () => turn(-1));
onClick('next', () => turn(1));
tell();`;

const mediaScript = `
const total = 12.5;
let current = 0;
const tell = () => { show(current + ' of ' + total + ' s'); post({ progress: { current, total } }); };
const timer = setInterval(() => { current = Math.min(total, current + 5); tell(); if (current === total) clearInterval(timer); }, 5000);
tell();`;
