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

/**
 * HTTP headers of the preview page and of a refusal. `origins`: of the preview, where there is one, and of this n8n.
 */
export function pageHeaders(
	nonce: string,
	sandbox: boolean,
	origins: { readonly frame?: string; readonly own?: string } = {},
): Record<string, string> {
	const rules = [
		"default-src 'none'",
		`script-src 'nonce-${nonce}'`,
		`style-src 'nonce-${nonce}'`,
		'img-src data:',
		`frame-src ${origins.frame ?? "'none'"}`,
		`connect-src 'self'${origins.own ? ` ${origins.own}` : ''}`,
		"base-uri 'none'",
		"form-action 'none'",
	];
	return {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': [...rules, ...(sandbox ? [SANDBOX] : [])].join('; '),
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
	};
}
