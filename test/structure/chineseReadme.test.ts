import { read } from './imports';

/* README.zh-CN.md says to users what README.md says: what both contain shows that nothing was forgotten. */

const [english, chinese] = [read('README.md'), read('README.zh-CN.md')];

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const levels = (text: string): string[] => all(text, /^(#+) /gm);
const commands = (text: string): string[] => all(text, /^```\n([\s\S]*?)^```/gm);
/** A page that there is in Chinese too counts as the English one. */
const documents = (text: string): string[] =>
	[...new Set(all(text, /\]\(((?:docs|workflows)\/[^)]+)\)/g))]
		.map((page) => page.replace('.zh-CN.md', '.md'))
		.sort();
const samples = (text: string): string[] => all(text, /(\[[^\]]+\]\((?:workflows\/)?[\w-]+\.json\))/g);
const operations = (text: string): string[] => all(text, /^\| [^|]+ \| ((?:\w[\w ]*: \w[^|]*)) \| \[docs/gm);
const nodes = (text: string): string[] => all(text, /^\| [^|]+ \| \*\*(File Library[\w ]*)\*\*/gm);
const numbered = (text: string): number => all(text, /^(\d+)\. /gm).length;

test('both have the same chapters, and the same steps', () => {
	expect(levels(chinese)).toEqual(levels(english));
	expect(numbered(chinese)).toBe(numbered(english));
});

test.each([
	['commands', commands, 2],
	['documents and pictures', documents, 20],
	['samples, by the names of their workflows', samples, 5],
	['whole jobs', operations, 5],
	['nodes', nodes, 7],
])('both name the same %s', (_what, found, least) => {
	expect(found(english).length).toBeGreaterThanOrEqual(least);
	expect(found(chinese)).toEqual(found(english));
});

test.each(['README.md', 'workflows/README.md'])('a sample is called in %s as its workflow', (page) => {
	for (const link of samples(read(page))) {
		const [, name = '', file = ''] = /\[(.+)\]\((?:workflows\/)?(.+)\)/.exec(link) ?? [];
		expect([file, name]).toEqual([file, (JSON.parse(read(`workflows/${file}`)) as { name: string }).name]);
	}
});

test('troubleshooting has the same rows, the same codes and the same names of fields', () => {
	const [ours, theirs] = [read('docs/troubleshooting.md'), read('docs/troubleshooting.zh-CN.md')];
	const rows = (text: string): number => all(text, /^(\|) /gm).length;
	const names = (text: string): string[] => [...new Set(all(text, /(`[^`]+`|\*\*[^*]+\*\*)/g))].sort();
	expect(rows(theirs)).toBe(rows(ours));
	expect(names(theirs)).toEqual(names(ours));
});

test('what is missing in one of them is found', () => {
	expect(levels('# a\n## b\n')).not.toEqual(levels('# a\n'));
	expect(samples('[One](workflows/a.json)')).not.toEqual(samples('[Two](workflows/a.json)'));
});
