import { read, sourcesIn } from '../structure/imports';

/* Marks of rules (test/emulator/README.md). test/structure/docs.test.ts checks that the cited ids and facts exist. */

/** Marks that are not written as the README says. */
const malformed = (source: string): string[] => [
	...(source.match(/\bfact\b(?! \d+\.\d+|, error codes).{0,16}/g) ?? []),
	...(source.match(/\b(?:doc|assumed) \((?![A-K]\d\d(?:, [A-K]\d\d)*\)).{0,16}/g) ?? []),
	...(source.match(/\bambiguit\w*/gi) ?? []),
];

test('every mark of the emulator is well formed', () => {
	const files = sourcesIn('test/emulator');
	expect(files.length).toBeGreaterThan(60);
	expect(files.flatMap((file) => malformed(read(file)).map((mark) => `${file}: ${mark}`))).toEqual([]);
});

// The check itself can fail: each row is a planted mistake.
test.each(['assumed (A1): a rule', 'doc (A14; Q): a rule', 'fact: a rule', 'fact table: a rule', 'see ambiguity A14'])(
	'%s is found',
	(comment) => {
		expect(malformed(`// ${comment}`)).toHaveLength(1);
	},
);
