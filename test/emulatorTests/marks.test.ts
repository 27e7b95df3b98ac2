import { document } from '../contract/contract';
import { read, sourcesIn } from '../structure/imports';

/* The marks of rules in comments of the emulator (test/emulator/README.md): doc, fact and assumed. */

/** All lists of ambiguity ids in the contract. */
function ambiguitiesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
		name === 'x-ambiguity' && Array.isArray(member) ? member.map(String) : ambiguitiesIn(member),
	);
}

/** What is wrong with the marks of a source. */
function problems(source: string, known: ReadonlySet<string>): string[] {
	const ids = [...source.matchAll(/\b(?:doc|assumed) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
	const facts = [...source.matchAll(/\bfact\b(.{0,16})/g)].map(([, rest = '']) => rest);
	return [
		...ids.filter((id) => !known.has(id)).map((id) => `unknown id ${id}`),
		...facts.filter((rest) => !/^ \d+\.\d+|^, error codes/.test(rest)).map((rest) => `fact without number:${rest}`),
		...(source.match(/\bambiguit\w*/gi) ?? []).map((word) => `${word} is not a mark`),
	];
}

const known = new Set(ambiguitiesIn(document));

test.each(sourcesIn('test/emulator'))('%s cites ids that exist', (file) => {
	expect(problems(read(file), known)).toEqual([]);
});

// The check itself can fail: each row is a planted mistake.
test.each(['assumed (Z99): a rule', 'doc (A14, Q01): a rule', 'fact: a rule', 'see ambiguity A14'])(
	'%s is found',
	(comment) => {
		expect(problems(`// ${comment}`, known)).toHaveLength(1);
	},
);
