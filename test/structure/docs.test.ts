import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { read, ROOT } from './imports';

/* Nothing in a document or a comment leads nowhere: links, paths, and citations of docs/interface.md. */

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
	.split('\n')
	.filter((file) => existsSync(path.join(ROOT, file)) && file !== 'test/structure/docs.test.ts');
const texts = files.filter((file) => /\.(?:[cm]?[jt]s|ya?ml|md)$/.test(file));

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const withoutExamples = (text: string): string => text.replace(/^ *```[^]*?^ *```/gm, '');

/** The names by which the headings of a document are linked to, as GitHub makes them. */
const anchorsIn = (text: string): string[] =>
	all(withoutExamples(text), /^#+ (.+)$/gm).map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** Relative links of a document to a file or a heading that is not there. */
const deadLinks = (file: string, text: string): string[] =>
	all(withoutExamples(text).replace(/`[^`\n]*`/g, ''), /\]\(([^)\s]+)\)/g)
		.filter((link) => !/^[a-z]+:/i.test(link))
		.filter((link) => {
			const [target = '', anchor] = link.split('#');
			const there = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
			if (!existsSync(path.join(ROOT, there))) return true;
			return there.endsWith('.md') && anchor !== undefined && !anchorsIn(read(there)).includes(anchor);
		});

/** Documents that are named in a text but are not there. */
const deadDocuments = (text: string): string[] =>
	all(text, /(?<![\w/])(docs\/[\w./-]*\w\.md)\b/g).filter((name) => !existsSync(path.join(ROOT, name)));

/** Ids such as A14 and facts such as 5.16 that have no row and no heading in docs/interface.md. */
function deadCitations(text: string): string[] {
	const facts = all(text, /\bfacts? (\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*)/g).flatMap((list) =>
		list.split(/, | and | to /),
	);
	const known = new Set(all(read('docs/interface.md'), /^(?:\| |### )([A-K]\d\d|\d+(?:\.\d+)?)(?= \||\. )/gm));
	return [...all(text, /\b([A-K]\d\d)\b/g), ...facts].filter((id) => !known.has(id));
}

test.each(texts.filter((file) => file.endsWith('.md')))('the links of %s lead somewhere', (file) =>
	expect(deadLinks(file, read(file))).toEqual([]),
);

test.each([
	['documents that are named', deadDocuments],
	['ids and facts that are cited', deadCitations],
])('%s are there', (_what, dead) => {
	expect(texts.length).toBeGreaterThan(500);
	expect(texts.flatMap((file) => dead(read(file)).map((found) => `${file}: ${found}`))).toEqual([]);
});

test('what is planted is found', () => {
	expect(deadLinks('docs/interface.md', '[a](none.md) [b](#two) [d](../README.md#install)')).toEqual([
		'none.md',
		'#two',
	]);
	expect(deadDocuments('// see docs/interface.md and docs/none.md')).toEqual(['docs/none.md']);
	expect(deadCitations('(A14, A99; facts 5.16 and 7.99)')).toEqual(['A99', '7.99']);
});
