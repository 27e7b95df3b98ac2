/** Permissions of n8n's sandbox that a preview can use; it may not navigate the page away. */
const SANDBOX = [
	'sandbox',
	'allow-downloads',
	'allow-forms',
	'allow-modals',
	'allow-orientation-lock',
	'allow-pointer-lock',
	'allow-popups',
	'allow-popups-to-escape-sandbox',
	'allow-presentation',
	'allow-scripts',
].join(' ');

/** What a page may load and who may show it. */
interface Surroundings {
	/** Origin of the preview, where there is one. */
	readonly frame?: string;
	/** Origin of this n8n. */
	readonly own?: string;
	/** Whether no other page may show this one in a frame, where it could guide the clicks of a person. */
	readonly alone?: boolean;
}

/** HTTP headers of the preview page, the reading page and a refusal. */
export function pageHeaders(
	nonce: string,
	sandbox: boolean,
	{ frame, own, alone = false }: Surroundings = {},
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
		...(alone ? ["frame-ancestors 'none'"] : []),
	];
	return {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': [...rules, ...(sandbox ? [SANDBOX] : [])].join('; '),
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
	};
}
