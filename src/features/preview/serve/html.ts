import type { IWebhookFunctions } from 'n8n-workflow';
import { TEXTS, type Language } from '../../../pages/texts';
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

/** Permissions of n8n's sandbox that a preview can use; it may not navigate the page away. */
const SANDBOX =
	'sandbox allow-downloads allow-forms allow-modals allow-orientation-lock allow-pointer-lock allow-popups ' +
	'allow-popups-to-escape-sandbox allow-presentation allow-scripts';

/** What nobody needs for reading a file, neither the page nor the preview in its frame. */
const PERMISSIONS = (
	'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment ' +
	'publickey-credentials-get serial usb xr-spatial-tracking'
)
	.split(' ')
	.map((name) => `${name}=()`)
	.join(', ');

/** What a page may load and who may show it. */
export interface Surroundings {
	/** The origin of what it shows in its frame. */
	readonly frame?: string;
	/** Origins of websites that may show the page in a frame; without any, none may. */
	readonly ancestors?: readonly string[];
}

/** An origin that no page has. */
const NOBODY = 'https://nobody.invalid';

/**
 * HTTP headers of every answer to a visitor, pages and JSON: nothing is stored or guessed, and no address is passed on.
 * `reader` is the only origin whose scripts may read it; n8n itself would let the scripts of every website.
 */
export const answerHeaders = (reader = NOBODY): Record<string, string> => ({
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'Access-Control-Allow-Origin': reader,
	'Access-Control-Expose-Headers': 'Retry-After',
});

/** HTTP headers of the preview page, the reading page and a refusal. */
export function pageHeaders(
	nonce: string,
	sandbox: boolean,
	own: string | undefined,
	{ frame, ancestors = [] }: Surroundings,
): Record<string, string> {
	const rules = [
		"default-src 'none'",
		`script-src 'nonce-${nonce}'`,
		`style-src 'nonce-${nonce}'`,
		'img-src data:',
		`frame-src ${frame ?? "'none'"}`,
		`connect-src 'self'${own ? ` ${own}` : ''}`,
		"base-uri 'none'",
		"form-action 'none'",
		// In a frame, another page could guide the clicks of a person.
		`frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
	];
	return {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': [...rules, ...(sandbox ? [SANDBOX] : [])].join('; '),
		// It can say "none" only, and browsers that know frame-ancestors do not need it.
		...(ancestors.length > 0 ? {} : { 'X-Frame-Options': 'DENY' }),
		'Permissions-Policy': PERMISSIONS,
		...answerHeaders(own),
	};
}
