import { previewPage, type PageView } from '../../../src/n8n/previewPage/page';
import { pageHeaders } from '../../../src/n8n/previewPage/pageHeaders';
import { previewPageScript } from '../../../src/n8n/previewPage/pageScript';
import { refusalOf } from '../../../src/n8n/previewPage/refusal';
import { refusalPage } from '../../../src/n8n/previewPage/refusalPage';
import { LibraryError, type ErrorKind } from '../../../src/protocol/wire/libraryError';

const HTML = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'&\u2028`;
const data = {
	type: 'SVC_VIEWER_EVENT',
	origin: 'https://files.example.com',
	token: HTML,
	events: ['page'],
	onlyFinished: false,
	throttleMs: 0,
	validMs: 600_000,
	media: false,
};
const view: PageView = {
	title: HTML,
	filename: HTML,
	viewer: HTML,
	url: `https://files.example.com/preview?a="b"&c=<d>`,
	data,
};

describe('page', () => {
	const page = previewPage(view, 'NONCE');
	test('names cannot become markup', () => {
		expect(page.match(/<script/g)).toHaveLength(2);
		expect(page.match(/<\/script>/g)).toHaveLength(2);
		expect(page).not.toMatch(/<img|onerror="/);
		expect(page).toContain('&lt;img src=x onerror=&quot;alert(2)&quot;&gt;&#39;&amp;');
		expect(page).toContain('src="https://files.example.com/preview?a=&quot;b&quot;&amp;c=&lt;d&gt;"');
	});
	test('its script reads its settings unchanged', () => {
		const text = /id="data" nonce="NONCE">([^<]*)</.exec(page)?.[1] ?? '';
		expect(JSON.parse(text)).toEqual(data);
	});
	test('scripts and style carry the nonce, and no attribute contains script or style', () => {
		expect(page.match(/<(script|style)\b[^>]*>/g)?.every((tag) => tag.includes('nonce="NONCE"'))).toBe(true);
		expect(page.replace(/&lt;.*?&gt;/g, '')).not.toMatch(/<[^>]*\s(on\w+|style)=/);
	});
	test('a plain title is shown once, a viewer only when there is one', () => {
		const plain = previewPage({ ...view, title: 'a.pdf', filename: 'a.pdf', viewer: null }, 'n');
		expect(plain).toContain('<h1 dir="auto">a.pdf</h1></div>');
	});
});

test('the script is plain ES2019, and safe inside a script element', () => {
	expect(() => new Function(previewPageScript)).not.toThrow();
	expect(previewPageScript).not.toMatch(/\?\.|\?\?|\|\|=|&&=|\bimport\b|\bexport\b|replaceAll|\.at\(/);
	expect(previewPageScript).not.toMatch(/<\/script|localStorage|document\.cookie|innerHTML|eval\(/);
});

test('headers: the sandbox, one origin for the frame, and no other sources', () => {
	const rules =
		pageHeaders('N', true, { frame: 'https://files.example.com', own: 'https://n8n.example.com' })[
			'Content-Security-Policy'
		]?.split('; ') ?? [];
	expect(rules).toEqual(
		expect.arrayContaining([
			"default-src 'none'",
			"script-src 'nonce-N'",
			'frame-src https://files.example.com',
			"connect-src 'self' https://n8n.example.com",
			"base-uri 'none'",
		]),
	);
	const sandbox = rules.find((rule) => rule.startsWith('sandbox')) ?? '';
	expect(sandbox).toContain('allow-scripts');
	expect(sandbox).not.toMatch(/allow-same-origin|allow-top-navigation/);
	expect(pageHeaders('N', false)['Content-Security-Policy']).not.toContain('sandbox');
	expect(pageHeaders('N', true)).toMatchObject({
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
	});
});

test.each<[ErrorKind, number | undefined, number]>([
	['notFound', 404, 404],
	['auth', 401, 502],
	['auth', 403, 403],
	['busy', 503, 503],
	['timeout', undefined, 504],
	['network', undefined, 502],
	['protocol', 200, 502],
	['input', undefined, 500],
	['input', 400, 502],
])('a failure of kind %s with status %s gives %i, without the words of the service', (kind, status, expected) => {
	const error = new LibraryError(kind, 'secret-word', {
		...(status === undefined ? {} : { status }),
		hint: 'secret-word',
	});
	const refusal = refusalOf(error);
	expect(refusal.status).toBe(expected);
	expect(refusalPage(refusal, 'N')).not.toContain('secret-word');
});

test('a file without preview, and an unexpected error', () => {
	expect(refusalOf(new LibraryError('input', 'x', { status: 400, code: 40017 })).status).toBe(415);
	expect(refusalOf(new TypeError('x')).status).toBe(500);
});
