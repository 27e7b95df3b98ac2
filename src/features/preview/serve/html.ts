import type { IWebhookFunctions } from 'n8n-workflow';
import type { MarkupTexts, Texts } from '../../../pages/english';
import { MARKUP_TEXTS, TEXTS, type Language } from '../../../pages/texts';
import { fieldsIn, textOf } from '../../../protocol/wire/json';
import { builtFile } from '../../../n8n/context/builtFile';
import type * as BundledPage from './bundledPage';

/* What all pages share: their language, their programs, and the document around them. */

const isLanguage = (text: string): text is Language => Object.hasOwn(TEXTS, text);

/** The language of a visitor: the first one of their browser that the pages have, or English. */
export function languageOf(context: IWebhookFunctions): Language {
	const accepted = textOf(fieldsIn(context.getHeaderData())['accept-language']).toLowerCase();
	return (
		accepted
			.split(',')
			.map((range) => range.trim().slice(0, 2))
			.find(isLanguage) ?? 'en'
	);
}

/** What the program of a page says to a visitor. */
export const textsFor = (context: IWebhookFunctions): Texts => TEXTS[languageOf(context)];
/** What a visitor reads besides. */
export const markupTextsFor = (context: IWebhookFunctions): MarkupTexts => MARKUP_TEXTS[languageOf(context)];

/** The text of a program or a style that a page contains: what the build wrote, or in the source a new bundle. */
export const pageText = (file: BundledPage.PageFile): string =>
	builtFile(`pages/${file.replace(/\.ts$/, '.js')}`) ??
	(module.require('./bundledPage') as typeof BundledPage).bundledPage(file);

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
