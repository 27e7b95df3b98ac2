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
	readonly frame?: string;
	readonly own?: string;
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
	{ frame, own, ancestors = [] }: Surroundings = {},
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
