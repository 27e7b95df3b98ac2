import path from 'node:path';
import type { ICredentialType } from 'n8n-workflow';
import manifest from '../../package.json';
import { read, ROOT, sourcesIn } from './imports';

/* Where n8n leads people for help: each address is a heading of README.md, which the repository's page shows. */

const PAGE = manifest.homepage.replace(/#.*$/, '');

/** The names by which headings are linked to, as GitHub makes them. */
const anchors = new Set(
	[...read('README.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\w\- ]/g, '')
			.replaceAll(' ', '-'),
	),
);

const leadsSomewhere = (url: string): boolean => {
	const [page, anchor = ''] = url.split('#');
	return page === PAGE && (anchor === 'readme' || anchors.has(anchor));
};

test.each(sourcesIn('credentials'))('the links of %s', async (file) => {
	const loaded: Record<string, new () => ICredentialType> = await import(path.join(ROOT, file));
	const [Type] = Object.values(loaded);
	const { documentationUrl = '', httpRequestNode, displayName } = new Type!();
	expect(leadsSomewhere(documentationUrl)).toBe(true);
	expect(httpRequestNode).toMatchObject({
		name: displayName.replace(/ API$/, ''),
		docsUrl: `${PAGE}#call-any-endpoint`,
		apiBaseUrlPlaceholder: expect.stringMatching(/^e\.g\. https:\/\/files\.example\.com\/m-/) as string,
	});
	expect(leadsSomewhere(httpRequestNode?.docsUrl ?? '')).toBe(true);
});

test.each(sourcesIn('nodes').filter((file) => file.endsWith('.node.ts')))('the links of %s', (file) => {
	const codex: { resources: Record<string, { url: string }[]> } = JSON.parse(read(file.replace(/\.ts$/, '.json')));
	const urls = Object.values(codex.resources).flatMap((links) => links.map(({ url }) => url));
	expect(urls).toHaveLength(2);
	expect(urls.filter((url) => !leadsSomewhere(url))).toEqual([]);
});

test('a planted link that leads nowhere is found', () => {
	expect(leadsSomewhere(`${PAGE}#credential`)).toBe(false);
	expect(leadsSomewhere('https://example.com/#credentials')).toBe(false);
});
