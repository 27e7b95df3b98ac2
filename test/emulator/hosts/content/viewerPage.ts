import { escapeHtml } from '../../http/exchange';
import { isMedia } from '../../links/fileLinks';

/** Style sheet of the preview pages, light and dark. */
const viewerStyle = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; font: 14px/1.4 system-ui, sans-serif; overflow-wrap: anywhere; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; padding: 8px 14px; }
h1 { flex: 1 1 140px; min-width: 0; margin: 0; font-size: 14px; }
#state { margin: 0; font-variant-numeric: tabular-nums; }
button { padding: 5px 12px; font: inherit; }
.stage { flex: 1; min-height: 0; display: flex; overflow: auto; background: light-dark(#e9edf2, #1b222c); }
.desk { flex: 1; display: flex; padding: 10px; }
.sheet {
	position: relative; overflow: hidden; margin: auto; width: min(520px, 100%); aspect-ratio: 1 / 1.3; padding: 9%;
	background: Canvas; box-shadow: 0 2px 14px rgb(0 0 0 / 18%);
}
.sheet b { display: block; margin-bottom: 8%; font-size: 19px; }
.sheet i { display: block; height: 8px; margin-bottom: 12px; background: light-dark(#dfe5ee, #3c4960); }
.mark {
	position: absolute; inset: 0; display: grid; place-items: center; font-size: 30px; opacity: .28;
	transform: rotate(-30deg); pointer-events: none;
}
.notes { width: 120px; padding: 14px; background: Canvas; }
.player { flex: 1; background: #0d1117; }
progress { flex: 1 1 120px; }
.sorry { margin: auto; padding: 24px; text-align: center; }`;

/* Scripts of the preview page. They use what viewerPage.ts declares before them: at, post, show, onClick. */

/** Turns the pages of a document of three pages. */
const documentScript = `
const total = 3;
let current = 1;
const heading = at('heading').textContent;
const update = () => {
	show('Page ' + current + ' of ' + total);
	at('heading').textContent = current === 1 ? heading : 'Page ' + current;
	at('back').disabled = current === 1;
	at('next').disabled = current === total;
	post({ page: { current, total } });
};
const turn = (by) => {
	const next = Math.min(total, Math.max(1, current + by));
	if (next === current) return;
	current = next;
	update();
};
onClick('back', () => turn(-1));
onClick('next', () => turn(1));
document.addEventListener('keydown', (event) => {
	if (event.key === 'ArrowLeft') turn(-1);
	if (event.key === 'ArrowRight') turn(1);
});
update();`;

/** Plays 12.5 seconds of media. */
const mediaScript = `
const total = 12.5;
let current = 0, before = 0, timer = 0;
const draw = () => {
	at('bar').max = total;
	at('bar').value = current;
	show(current.toFixed(1) + ' of ' + total + ' s');
};
const report = () => post({ progress: { current: Math.round(current * 1000) / 1000, total } });
const stop = () => { clearInterval(timer); timer = 0; at('play').textContent = 'Play'; };
const tick = () => {
	const now = performance.now(), next = Math.min(total, current + (now - before) / 1000);
	before = now;
	// Events are sent at multiples of five seconds.
	const mark = (Math.floor(current / 5) + 1) * 5;
	if (mark <= next && mark < total) {
		current = mark;
		report();
	}
	current = next;
	draw();
	if (current === total) { report(); stop(); }
};
const start = () => {
	if (current === total) current = 0;
	before = performance.now();
	at('play').textContent = 'Pause';
	timer = setInterval(tick, 100);
	report();
};
onClick('play', () => (timer ? stop() : start()));
draw();`;

interface Viewing {
	readonly name: string;
	/** `SVC_VIEWER_EVENT` with the vendor prefix. */
	readonly eventType: string;
	/** Text of the watermark; null without one. */
	readonly watermark: string | null;
	/** doc: `on`, or `display` with the side list open; empty without annotations. */
	readonly annotation: string;
	/** doc: view, add or admin. */
	readonly annotationMode: string;
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
<div class="stage">${media ? '<div class="player"></div>' : sheet(view)}</div>
<script>
const type = ${scriptText(view.eventType)};
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
