import { read } from './imports';

/* README.zh-CN.md is the part of README.md for users, in Chinese: what both contain says that none was forgotten. */

const [english, chinese] = [read('README.md'), read('README.zh-CN.md')];

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const levels = (text: string): string[] => all(text, /^(#+) /gm);
const commands = (text: string): string[] => all(text, /^```\n([\s\S]*?)^```/gm);
/** What is called by its name in the editor, and files: a list of the different ones. */
const distinct = (found: readonly string[]): string[] => [...new Set(found)].sort();
const samples = (text: string): string[] => distinct(all(text, /(\[[^\]]+\]\(workflows\/[\w-]+\.json\))/g));
const operations = (text: string): string[] => distinct(all(text, /^\| [^|]+ \| ((?:\w[\w ]*: \w[^|]*)) \| \[docs/gm));
const nodes = (text: string): string[] => distinct(all(text, /^\| [^|]+ \| \*\*(File Library[\w ]*)\*\*/gm));
const numbered = (text: string): number => all(text, /^(\d+)\. /gm).length;

test('both have the same chapters, and the same steps', () => {
	expect(levels(chinese)).toEqual(levels(english));
	expect(numbered(chinese)).toBe(numbered(english));
});

test('both have the same commands', () => {
	expect(commands(chinese)).toEqual(commands(english));
	// What a new clone is tested with is read from here.
	expect(commands(english)).toContain('npm ci\nnpm start\nnpm test\n');
});

test.each([
	['samples, by the names of their workflows', samples],
	['whole jobs', operations],
	['nodes', nodes],
])('both name the same %s', (_what, found) => {
	expect(found(english).length).toBeGreaterThan(5);
	expect(found(chinese)).toEqual(found(english));
});

test('a sample is called as its workflow', () => {
	for (const link of samples(english)) {
		const [, name = '', file = ''] = /\[(.+)\]\((.+)\)/.exec(link) ?? [];
		expect([file, name]).toEqual([file, (JSON.parse(read(file)) as { name: string }).name]);
	}
});

test('what is missing in one of them is found', () => {
	expect(levels('# a\n## b\n')).not.toEqual(levels('# a\n'));
	expect(samples('[One](workflows/a.json)')).not.toEqual(samples('[Two](workflows/a.json)'));
});
