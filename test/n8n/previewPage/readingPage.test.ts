import { readingPage, readingStatePage } from '../../../src/n8n/previewPage/readingPage';
import { READING_STATES } from '../../../src/n8n/previewPage/readingMessages';
import { readingPageScript } from '../../../src/n8n/previewPage/readingScript';
import type { ReadingPageData, ReadingState } from '../../../src/n8n/previewPage/readingContract';

const HTML = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'&\u2028`;
const data: ReadingPageData = {
	title: HTML,
	filename: HTML,
	viewer: HTML,
	url: `https://files.example.com/preview?a="b"&c=<d>`,
	origin: 'https://files.example.com',
	eventType: 'SVC_VIEWER_EVENT',
	token: HTML,
	ask: 'approve',
	comment: true,
	media: false,
	validMs: 600_000,
	until: 1_800_000_000_000,
	read: { pages: [1], total: 3 },
};

/** The settings of the script, as the browser reads them. */
const settingsIn = (page: string): unknown => JSON.parse(/id="data" nonce="NONCE">([^<]*)</.exec(page)?.[1] ?? '');

describe('the reading page', () => {
	const page = readingPage(data, 'NONCE');
	test('names cannot become markup', () => {
		expect(page.match(/<script/g)).toHaveLength(2);
		expect(page.match(/<\/script>/g)).toHaveLength(2);
		expect(page).not.toMatch(/<img|onerror="/);
		expect(page).toContain('src="https://files.example.com/preview?a=&quot;b&quot;&amp;c=&lt;d&gt;"');
	});
	test('its script reads what it needs unchanged, and no names', () =>
		expect(settingsIn(page)).toEqual({
			type: 'SVC_VIEWER_EVENT',
			origin: 'https://files.example.com',
			token: HTML,
			ask: 'approve',
			media: false,
			validMs: 600_000,
			until: 1_800_000_000_000,
			read: { pages: [1], total: 3 },
		}));
	test('scripts and style carry the nonce, and no attribute contains script or style', () => {
		expect(page.match(/<(script|style)\b[^>]*>/g)?.every((tag) => tag.includes('nonce="NONCE"'))).toBe(true);
		expect(page.replace(/&lt;.*?&gt;/g, '')).not.toMatch(/<[^>]*\s(on\w+|style)=/);
	});
	test('it has no link that opens the preview alone, where nothing is recorded', () =>
		expect(page).not.toContain('id="open"'));
	test('every control has a name', () => {
		expect(page).toContain('<label for="comment">');
		for (const button of page.match(/<button[^>]*>[^<]*</g) ?? []) expect(button).toMatch(/>\w[^<]*</);
	});
});

test.each<[Partial<ReadingPageData>, string[], string[]]>([
	[{}, ['Do you approve this file?', 'id="approve"', 'maxlength="2000"'], ['Please read this file']],
	[{ comment: false }, ['id="decline"', 'what you decide, and may'], ['<textarea']],
	[{ ask: 'read' }, ['Please read this file to its end', 'when you finish reading'], ['id="approve"', '<textarea']],
	[{ ask: 'read', media: true }, ['Please play this file to its end'], ['opened every page']],
])('asks what was chosen: %j', (more, present, absent) => {
	const page = readingPage({ ...data, ...more }, 'NONCE');
	for (const text of present) expect(page).toContain(text);
	for (const text of absent) expect(page).not.toContain(text);
});

test('the script is plain ES2019, and safe inside a script element', () => {
	expect(() => new Function(readingPageScript)).not.toThrow();
	expect(readingPageScript).not.toMatch(/\?\.|\?\?|\|\|=|&&=|\bimport\b|\bexport\b|replaceAll|\.at\(/);
	expect(readingPageScript).not.toMatch(/<\/script|localStorage|document\.cookie|innerHTML|eval\(/);
});

test.each(Object.keys(READING_STATES) as ReadingState[])('the page for %s needs no script', (state) => {
	const page = readingStatePage(state, 'NONCE');
	expect(page).toContain(`<h1>${READING_STATES[state].title}</h1>`);
	expect(page).not.toContain('<script');
	expect(page.includes('Try again')).toBe(state === 'notBegun');
});
