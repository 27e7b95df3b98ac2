import { read, sourcesIn } from '../structure/imports';

/*
 * The marks of rules in comments of the emulator: doc, fact and assumed (test/emulator/README.md). Whether the ids and
 * facts that they cite exist is checked by test/structure/docs.test.ts.
 */

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
