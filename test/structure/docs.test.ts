import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { read, ROOT } from './imports';

/*
 * The documents contain what the code promises: each id, fact and section that is cited has an entry in
 * docs/interface.md, and no link and no path leads nowhere.
 */

const FOLDERS = ['src', 'nodes', 'credentials', 'test', 'docs', '.github', '.ci'];
const CITING = /\.(?:[cm]?[jt]s|ya?ml|md)$/;

const everything = [
	...readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
	...FOLDERS.flatMap((folder) => [
		folder,
		...readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
			path.posix.join(folder, name.split(path.sep).join('/')),
		),
	]),
];
// This file plants citations that lead nowhere.
const texts = everything.filter((file) => CITING.test(file) && file !== 'test/structure/docs.test.ts');
const prose = texts.filter((file) => file.endsWith('.md'));
const code = texts.filter((file) => !file.endsWith('.md'));

const all = (text: string, pattern: RegExp): string[] =>
	[...text.matchAll(pattern)].flatMap(([, found]) => (found === undefined ? [] : [found]));

/** A comment as one line: the end of a line may break a citation. */
const joined = (text: string): string => text.replace(/\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');

/** What a text cites, e.g. `A14`, `fact 5.16`, `document, queue item`. */
function citations(source: string): string[] {
	const text = joined(source);
	const facts = all(text, /\b(?:client[ -])?facts? (\d+(?:\.\d+)?(?:(?:, | and | to |-)\d+\.\d+)*)/gi);
	return [
		...all(text, /\b([A-K]\d\d)\b/g),
		...facts.flatMap((list) => list.split(/, | and | to |-/)).map((fact) => `fact ${fact}`),
		...all(text, /\(document, ([a-z][^,;:.)]*)/gi).map((section) => `document, ${section.toLowerCase()}`),
	];
}

/** What docs/interface.md has an entry for: the first cells of its tables and the numbers of its groups of facts. */
function entriesIn(document: string): Set<string> {
	const cells = all(document, /^\| ([^|]+?) \|/gm);
	const groups = all(document, /^### (\d+)\. /gm);
	return new Set([
		...cells,
		...[...cells, ...groups].map((cell) => `fact ${cell}`),
		...cells.map((cell) => `document, ${cell.toLowerCase()}`),
	]);
}

const entries = entriesIn(read('docs/interface.md'));
const withoutEntry = (text: string): string[] => [...new Set(citations(text))].filter((cited) => !entries.has(cited));

const withoutExamples = (text: string): string => text.replace(/^ *```[^]*?^ *```/gm, '');

/** The names by which the headings of a document are linked to, as GitHub makes them. */
const anchorsIn = (text: string): string[] =>
	all(withoutExamples(text), /^#+ (.+)$/gm).map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** Relative links of a document that lead nowhere. */
function deadLinks(file: string, text: string): string[] {
	return all(withoutExamples(text).replace(/`[^`\n]*`/g, ''), /\]\(([^)\s]+)\)/g)
		.filter((link) => !/^[a-z]+:/i.test(link))
		.filter((link) => {
			const [target = '', anchor] = link.split('#');
			const there = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
			if (!existsSync(path.join(ROOT, there))) return true;
			if (anchor === undefined || !there.endsWith('.md')) return false;
			return !anchorsIn(there === file ? text : read(there)).includes(anchor);
		});
}

/** Whether a path from the root is there; `*` and `<Name>` stand for any part of a name. */
function isThere(wanted: string): boolean {
	const pattern = wanted
		.replace(/\/$/, '')
		.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
		.replace(/<\w+>|\*+/g, '.*');
	return everything.some((file) => new RegExp(`^${pattern}$`).test(file));
}

/** Paths in the code spans of a document that are not there. */
const deadPaths = (text: string): string[] =>
	all(withoutExamples(text), /`((?:src|nodes|credentials|test|docs|\.ci|\.github)\/[^`\s]*)`/g).filter(
		(found) => !isThere(found),
	);

/** Documents that code names although they are not there. */
const deadDocuments = (text: string): string[] =>
	all(text, /\b(docs\/[\w./-]*\w\.(?:md|json|svg|png))\b/g).filter((found) => !isThere(found));

test('everything that is cited has an entry in docs/interface.md', () => {
	expect(code.length).toBeGreaterThan(100);
	expect(texts.flatMap((file) => withoutEntry(read(file)).map((cited) => `${file} cites ${cited}`))).toEqual([]);
});

test.each(prose)('links and paths of %s lead somewhere', (file) => {
	const text = read(file);
	expect(deadLinks(file, text)).toEqual([]);
	expect(deadPaths(text)).toEqual([]);
});

test('documents that code names are there', () => {
	expect(code.flatMap((file) => deadDocuments(read(file)).map((found) => `${file} names ${found}`))).toEqual([]);
});

// The checks themselves can fail.
test.each([
	['(A99)', ['A99']],
	['(E03, K77; client facts 7.6, 7.99)', ['K77', 'fact 7.99']],
	['fact 1.1 to 9.1 and\n\t * fact 5.16', ['fact 9.1']],
	['broken (client facts\n\t * 8.8)', ['fact 8.8']],
	['client facts 9, errors', ['fact 9']],
	['(document, Queue item) (document, Moon; B02)', ['document, moon']],
])('%j cites what has no entry', (text, missing) => {
	expect(withoutEntry(text)).toEqual(missing);
});

/** What examples of code import or spread, and what no file has under the path or, of the catalogue, at all. */
function namesOfNobody(text: string): string[] {
	const has = (name: string, ends: RegExp): boolean =>
		text.includes(`export const ${name} `) ||
		code.some((file) => ends.test(file) && new RegExp(`\\b${name}\\b`).test(read(file)));
	const imported = [...text.matchAll(/^import (?:type )?\{([^}]+)\} from '[./]*([^']+)';/gm)].flatMap(
		([, names = '', from = '']) =>
			names.split(',').flatMap((one) => {
				const name = one.replace(/\btype\b/, '').trim();
				return has(name, new RegExp(`/${from}(?:/index)?\\.ts$`)) ? [] : [name];
			}),
	);
	const spread = [...text.matchAll(/^\s*\.\.\.(\w+),/gm)].map(([, name = '']) => name);
	return [...imported, ...spread.filter((name) => !has(name, /^(?:src\/protocol\/catalogue|test\/emulator)\//))];
}

test('the examples of CONTRIBUTING.md use what is there', () => {
	expect(namesOfNobody(read('CONTRIBUTING.md'))).toEqual([]);
	const planted = "import { readTree, none } from '../../../client/tree/readTree';\n\t...queuedNothing, // a comment";
	expect(namesOfNobody(planted)).toEqual(['none', 'queuedNothing']);
});

test('a planted dead link, anchor, path and document are found', () => {
	const links = '# One\n[a](none.md) [b](#two) [c](#one) [d](../README.md#install) [e](https://x.example)';
	expect(deadLinks('docs/interface.md', links)).toEqual(['none.md', '#two']);
	expect(deadPaths('`src/none.ts` `src/` `nodes/<Name>/<Name>.node.ts` `npm test`')).toEqual(['src/none.ts']);
	expect(deadDocuments('// see docs/interface.md and docs/none.md')).toEqual(['docs/none.md']);
});
