/**
 * The style of the preview page, the reading page and of refusals: light or dark as the visitor prefers, for every
 * screen width.
 */
export const previewPageStyle = `
:root {
	color-scheme: light dark;
	--ground: #f4f6f9; --surface: #fff; --ink: #16202e; --muted: #56647a; --line: #dde3ec;
	--accent: #1f5fa8; --on-accent: #fff; --soft: #e8f0fa;
	--warn: #fff6e0; --warn-line: #f0d48a; --bad: #fdeceb; --bad-line: #efb4af;
	--good: #e6f5ea; --good-line: #a5d6b3; --danger: #b3261e; --edge: #7a879b;
}
@media (prefers-color-scheme: dark) {
	:root {
		--ground: #10151d; --surface: #18202b; --ink: #e9eef6; --muted: #9dabc0; --line: #2b3646;
		--accent: #8ec2f5; --on-accent: #0d1b2c; --soft: #1f2d40;
		--warn: #33290f; --warn-line: #6b5518; --bad: #3a1c1b; --bad-line: #7a3a36;
		--good: #14301d; --good-line: #2f6b41; --danger: #f2a29b; --edge: #6d7c92;
	}
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body {
	display: grid; grid-template: auto auto 1fr auto / minmax(0, 1fr); height: 100vh; height: 100dvh;
	background: var(--ground); color: var(--ink);
	font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
header {
	display: flex; flex-wrap: wrap; align-items: center; gap: 10px 16px; padding: 12px 20px;
	background: var(--surface); border-bottom: 1px solid var(--line);
}
.mark {
	flex: none; display: grid; place-items: center; width: 40px; height: 40px; border-radius: 10px;
	background: var(--soft); color: var(--accent);
}
.mark svg { width: 22px; height: 22px; }
.names { flex: 1 1 220px; min-width: 0; }
h1 { margin: 0; font-size: 17px; font-weight: 650; line-height: 1.3; }
h1, .names p {
	overflow-wrap: anywhere;
	display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
}
.names p { margin: 1px 0 0; color: var(--muted); font-size: 13px; }
.progress {
	display: flex; align-items: center; gap: 10px; color: var(--muted); font-size: 13px;
	font-variant-numeric: tabular-nums; white-space: nowrap;
}
progress {
	appearance: none; width: 130px; height: 6px; border: 0; border-radius: 3px; overflow: hidden;
	background: var(--line);
}
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); transition: width .25s ease; }
progress::-moz-progress-bar { background: var(--accent); }
.actions { display: flex; gap: 8px; }
.button {
	display: inline-block; padding: 7px 14px; border: 1px solid var(--line); border-radius: 8px;
	background: var(--surface); color: var(--ink);
	font: inherit; font-size: 14px; font-weight: 550; text-decoration: none; white-space: nowrap; cursor: pointer;
}
.button:hover { background: var(--soft); border-color: var(--accent); }
.button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.button.main:hover { filter: brightness(1.08); }
#reload, .scripted, .js .plain { display: none; }
.js #reload { display: inline-block; }
.js .scripted { display: block; }
.status { min-height: 0; }
.notice {
	display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; padding: 9px 20px;
	background: var(--warn); border-bottom: 1px solid var(--warn-line);
}
.notice[data-mood="bad"] { background: var(--bad); border-color: var(--bad-line); }
.notice p { margin: 0; flex: 1 1 260px; }
main { position: relative; min-height: 0; padding: 16px 20px; }
iframe {
	display: block; width: 100%; height: 100%; min-height: 240px; border: 1px solid var(--line);
	border-radius: 12px; background: var(--surface);
	box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 6%);
}
.loading { display: none; }
.js .loading {
	position: absolute; inset: 16px 20px; display: grid; place-content: center;
	justify-items: center; gap: 12px; color: var(--muted); pointer-events: none;
}
.spinner {
	width: 30px; height: 30px; border: 3px solid var(--line); border-top-color: var(--accent);
	border-radius: 50%; animation: turn .9s linear infinite;
}
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) {
	.spinner { animation: none; }
	progress::-webkit-progress-value { transition: none; }
}
footer { padding: 0 20px 12px; color: var(--muted); font-size: 12.5px; }
footer p { margin: 0; overflow-wrap: anywhere; }
.card {
	grid-row: 1 / -1; align-self: center; justify-self: center;
	width: min(480px, calc(100% - 40px)); padding: 36px 32px; border: 1px solid var(--line);
	border-radius: 16px; background: var(--surface); text-align: center;
}
.card .mark { margin: 0 auto 16px; width: 56px; height: 56px; border-radius: 16px; }
.card .mark svg { width: 30px; height: 30px; }
.card h1 { display: block; font-size: 21px; }
.card p { margin: 10px 0 0; color: var(--muted); }
.card .button { margin-top: 22px; }
@media (max-width: 560px) {
	header { padding: 10px 12px; gap: 8px 12px; }
	.names { flex-basis: calc(100% - 56px); }
	.progress { flex: 1 1 auto; }
	.actions .button { padding: 6px 10px; font-size: 13px; }
	progress { flex: 1 1 60px; width: auto; min-width: 40px; }
	main { padding: 10px 12px; }
	.js .loading { inset: 10px 12px; }
	.notice { padding: 9px 12px; }
	footer { padding: 0 12px 10px; }
}`;
