import { previewPageStyle } from './pageStyle';

/* What the preview page and the refusal page share. */

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text for HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** JSON for a script element: nothing in it can end the element. */
export const scriptJson = (value: unknown): string =>
	JSON.stringify(value)
		.replace(/</g, '\\u003c')
		.replace(/\u2028/g, '\\u2028')
		.replace(/\u2029/g, '\\u2029');

/** A line icon of 24 by 24 units. */
export const icon = (shapes: string): string =>
	'<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" ' +
	`stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`;

/** A whole document. `title` is plain text, `body` is HTML; the style carries the nonce, `style` is added to it. */
export const htmlDocument = (title: string, nonce: string, body: string, style = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${previewPageStyle}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
