import type { Language } from '../../pages/texts';
import { pageText } from './pageText';

/* What all pages share. */

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text for HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** A line icon of 24 by 24 units. */
export const icon = (shapes: string): string =>
	'<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" ' +
	`stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`;

/** What every document needs: its language, and the nonce that its style and scripts carry. */
export interface DocumentFrame {
	readonly language: Language;
	readonly nonce: string;
}

/** A whole document. `title` is plain text, `body` is HTML. */
export const htmlDocument = (
	{ language, nonce }: DocumentFrame,
	title: string,
	body: string,
	style: 'style.css' | 'reading.css' = 'style.css',
): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${pageText(style)}</style>
</head>
<body>
${body}
</body>
</html>
`;
