import { PAGE_FILES } from '../../../src/features/preview/serve/bundledPage';
import {
	previewPage,
	readingPage,
	type ReadingView,
	pageText,
	REFUSALS,
	refusalOf,
	refusalPage,
	type Refusal,
} from '#preview';
import type { ReadingSettings } from '../../../src/pages/settings';
import { LibraryError, type ErrorKind } from '../../../src/protocol/wire/libraryError';

const FRAME = { nonce: 'NONCE', language: 'en' } as const;
const HTML = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'&\u2028`;
const common = {
	type: 'SVC_VIEWER_EVENT',
	origin: 'https://files.example.com',
	token: HTML,
	validMs: 600_000,
	media: false,
};
const view = { title: HTML, filename: HTML, viewer: HTML, url: `https://files.example.com/preview?a="b"&c=<d>` };
const preview = { ...view, settings: { ...common, events: ['page'], onlyFinished: false, throttleMs: 0 } };
const asked: ReadingSettings = {
	...common,
	ask: 'approve',
	allPages: false,
	reason: false,
	content: 'c',
	until: 1_800_000_000_000,
	read: { pages: [1], total: 3 },
};
const reading: ReadingView = { ...view, comment: true, changed: false, settings: asked };

describe.each([
	['the preview page', previewPage(FRAME, preview), preview.settings],
	['the reading page', readingPage(FRAME, reading), asked],
])('%s', (_name, page, settings) => {
	test('names cannot become markup', () => {
		expect(page.match(/<script/g)).toHaveLength(2);
		expect(page.match(/<\/script>/g)).toHaveLength(2);
		expect(page).not.toMatch(/<img|onerror="/);
		expect(page).toContain('&lt;img src=x onerror=&quot;alert(2)&quot;&gt;&#39;&amp;');
		expect(page).toContain('src="https://files.example.com/preview?a=&quot;b&quot;&amp;c=&lt;d&gt;"');
	});
	test('its program reads its settings unchanged', () => {
		expect(JSON.parse(/id="data" nonce="NONCE">([^<]*)</.exec(page)?.[1] ?? '')).toEqual(settings);
	});
	test('scripts and style carry the nonce, and no attribute contains script or style', () => {
		expect(page.match(/<(script|style)\b[^>]*>/g)?.every((tag) => tag.includes('nonce="NONCE"'))).toBe(true);
		expect(page.replace(/&lt;.*?&gt;/g, '')).not.toMatch(/<[^>]*\s(on\w+|style)=/);
	});
	test('every control has a name', () => {
		for (const button of page.match(/<button[^>]*>[^<]*</g) ?? []) expect(button).toMatch(/>\w[^<]*</);
	});
});

test('a plain title is shown once, a viewer only when there is one', () => {
	const plain = previewPage(FRAME, { ...preview, title: 'a.pdf', filename: 'a.pdf', viewer: null });
	expect(plain).toContain('<h1 dir="auto">a.pdf</h1></div>');
});

test.each<[Partial<ReadingSettings>, boolean, string[], string[]]>([
	[
		{},
		true,
		['Do you approve this file?', 'id="approve"', '<label for="comment">', 'maxlength="2000"'],
		['id="open"'],
	],
	[{}, false, ['id="decline"', 'what you decide, and may'], ['<textarea']],
	[
		{ ask: 'read' },
		true,
		['Please read this file to its end', 'when you finish reading'],
		['id="approve"', '<textarea'],
	],
	[{ ask: 'read', media: true }, true, ['Please play this file to its end'], ['opened every page']],
])('asks what was chosen: %j, with a comment: %j', (more, comment, present, absent) => {
	const page = readingPage(FRAME, { ...reading, comment, settings: { ...asked, ...more } });
	for (const text of present) expect(page).toContain(text);
	for (const text of absent) expect(page).not.toContain(text);
});

test('in Chinese, the document says so', () => {
	const page = readingPage({ ...FRAME, language: 'zh' }, reading);
	expect(page).toContain('<html lang="zh">');
	expect(page).toContain('您是否批准此文件？');
});

test.each(PAGE_FILES)('%s is safe inside a script or style element, and does what a page may', (name) =>
	expect(pageText(name)).not.toMatch(/<\/(script|style)|localStorage|document\.cookie|innerHTML|eval\(|\?\.\w|\?\?/),
);

test.each<[ErrorKind, number | undefined, number | undefined, number]>([
	['notFound', 404, 40402, 404],
	['notFound', undefined, undefined, 404],
	['notFound', 404, undefined, 502],
	['auth', 401, undefined, 502],
	['auth', 403, undefined, 403],
	['busy', 503, undefined, 503],
	['timeout', undefined, undefined, 504],
	['network', undefined, undefined, 502],
	['protocol', 200, undefined, 502],
	['input', undefined, undefined, 500],
	['input', 400, undefined, 502],
])('a failure of kind %s, status %s and code %s gives %i, and none of its words', (kind, status, code, expected) => {
	const error = new LibraryError(kind, 'secret-word', {
		...(status === undefined ? {} : { status }),
		...(code === undefined ? {} : { code }),
		hint: 'secret-word',
	});
	const refusal = refusalOf(error);
	expect(REFUSALS[refusal].status).toBe(expected);
	expect(refusalPage(FRAME, refusal)).not.toContain('secret-word');
});

test('a file without preview, and an unexpected error', () => {
	expect(refusalOf(new LibraryError('input', 'x', { status: 400, code: 40017 }))).toBe('noPreview');
	expect(refusalOf(new TypeError('x'))).toBe('misconfigured');
});

test.each(Object.keys(REFUSALS) as Refusal[])('the page for %s needs no script', (refusal) => {
	const page = refusalPage(FRAME, refusal);
	expect(page).toMatch(/<h1>\w.*<\/h1>\n<p>\w.*\.<\/p>/);
	expect(page).not.toContain('<script');
	expect(page.includes('Try again</a>')).toBe(REFUSALS[refusal].mayRetry === true);
});
