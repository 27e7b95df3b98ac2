/** Style sheet of the preview pages, light and dark. */
export const viewerStyle = `
:root {
	color-scheme: light dark;
	--ground: #e9edf2; --bar: #fff; --ink: #1a2433; --muted: #5d6b80; --line: #d5dce6;
	--sheet: #fff; --word: #dfe5ee; --accent: #2f6fb5;
}
@media (prefers-color-scheme: dark) {
	:root {
		--ground: #1b222c; --bar: #242d3a; --ink: #e8edf5; --muted: #9aa8bc; --line: #37435a;
		--sheet: #2b3544; --word: #3c4960; --accent: #7db4ee;
	}
}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body {
	display: flex; flex-direction: column; background: var(--ground); color: var(--ink);
	font: 14px/1.4 system-ui, sans-serif;
}
.bar {
	display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; padding: 8px 14px;
	background: var(--bar); border-bottom: 1px solid var(--line);
}
h1 { flex: 1 1 140px; min-width: 0; margin: 0; font-size: 14px; font-weight: 600; overflow-wrap: anywhere; }
#state { margin: 0; color: var(--muted); font-variant-numeric: tabular-nums; }
button {
	padding: 5px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--bar); color: var(--ink);
	font: inherit; cursor: pointer;
}
button:disabled { opacity: .45; cursor: default; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.stage { flex: 1; min-height: 0; display: flex; overflow: auto; }
.desk { flex: 1; display: flex; padding: 18px; }
.sheet {
	position: relative; overflow: hidden; margin: auto; width: min(520px, 100%); aspect-ratio: 1 / 1.3; padding: 9%;
	background: var(--sheet); border-radius: 3px; box-shadow: 0 2px 14px rgb(0 0 0 / 18%);
}
.sheet b { display: block; margin-bottom: 8%; font-size: 19px; overflow-wrap: anywhere; }
.sheet i { display: block; height: 8px; margin: 0 0 12px; border-radius: 4px; background: var(--word); }
.sheet i:nth-of-type(4n) { width: 62%; margin-bottom: 26px; }
.mark {
	position: absolute; inset: 0; display: grid; place-items: center; font-size: 30px; font-weight: 700;
	color: var(--muted); opacity: .28; transform: rotate(-30deg); pointer-events: none; overflow-wrap: anywhere;
	text-align: center;
}
.notes {
	width: 190px; padding: 14px; background: var(--bar); border-left: 1px solid var(--line); color: var(--muted);
}
.player { flex: 1; display: grid; place-items: center; background: #0d1117; color: #c9d4e3; }
.player .wave { display: flex; align-items: end; gap: 5px; height: 90px; }
.player .wave i { width: 7px; border-radius: 4px; background: #3d7cc0; height: 30%; }
.player .wave i:nth-child(3n) { height: 85%; }
.player .wave i:nth-child(4n+1) { height: 55%; }
.player .wave i:nth-child(5n) { height: 100%; }
progress { flex: 1 1 120px; accent-color: var(--accent); }
@media (max-width: 520px) {
	h1 { flex-basis: 100%; }
	#state { flex: 1; text-align: center; }
	.desk { padding: 10px; }
	.notes { width: 120px; }
}
.sorry { margin: auto; padding: 24px; text-align: center; color: var(--muted); }`;
