/** What the reading page has besides the preview page: the question under the preview, and its answer. */
export const readingStyle = `
.bottom { min-height: 0; }
.ask {
	display: flex; flex-wrap: wrap; gap: 12px 28px; margin: 0 20px 10px; padding: 14px 18px;
	background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
}
.ask[data-mood="good"] { background: var(--good); border-color: var(--good-line); }
.ask[data-mood="late"] { background: var(--warn); border-color: var(--warn-line); }
.question { flex: 1 1 280px; min-width: 0; }
h2 { margin: 0; font-size: 16px; font-weight: 650; line-height: 1.35; }
h2:focus { outline: none; }
.question p { margin: 3px 0 0; color: var(--muted); font-size: 14px; overflow-wrap: anywhere; }
.question p:empty { margin: 0; }
.question #state, .question .plain, .question .recorded { color: var(--ink); }
.question .recorded { max-height: 20vh; overflow: auto; white-space: pre-wrap; unicode-bidi: plaintext; }
#again { margin-top: 8px; }
.js .decide { flex: 2 1 420px; min-width: 0; display: flex; flex-wrap: wrap; align-items: flex-end; gap: 10px 16px; }
.comment { flex: 1 1 240px; min-width: 0; }
.comment label { display: block; margin-bottom: 3px; font-size: 13px; font-weight: 550; }
.comment p { margin: 2px 0 0; color: var(--muted); font-size: 12.5px; font-variant-numeric: tabular-nums; }
textarea {
	display: block; width: 100%; min-height: 52px; max-height: 30vh; padding: 7px 10px; resize: vertical;
	border: 1px solid var(--edge); border-radius: 8px; background: var(--ground); color: var(--ink); font: inherit;
}
.choices { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; max-width: 250px; }
.choices:focus { outline: none; }
.choices p { margin: 0; flex: 1 1 100%; font-weight: 550; }
.choices .button { min-width: 104px; min-height: 40px; text-align: center; }
.button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-accent); }
.button.danger:hover { filter: brightness(1.08); }
.button[aria-disabled="true"] { opacity: .55; cursor: default; }
@media (max-width: 560px), (max-height: 560px) {
	html, body { height: auto; }
	body { min-height: 100vh; min-height: 100dvh; grid-template-rows: auto auto minmax(340px, 1fr) auto; }
	.ask { margin: 0 12px 10px; padding: 12px 14px; }
	textarea { font-size: 16px; }
	.js .decide { flex-basis: 100%; }
	.choices { flex: 1 1 100%; max-width: none; }
	.choices .button { flex: 1 1 0; }
}`;
