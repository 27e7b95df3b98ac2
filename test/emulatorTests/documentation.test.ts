import { shapeNames } from '../emulator';
import { usage } from '../emulator/cli/usage';
import { defaultOptions } from '../emulator/world/options';
import { read, sourcesIn } from '../structure/imports';

const readme = read('test/emulator/README.md');
const optionsIn = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]+/g) ?? [])].sort();

test('README.md and --help list the same options of the command line', () => {
	expect(optionsIn(usage).length).toBeGreaterThan(15);
	expect(optionsIn(readme)).toEqual(optionsIn(usage));
});

test.each(Object.keys(defaultOptions()))('README.md describes the option %s', (name) => {
	expect(readme).toContain(`\`${name}`);
});

test.each(shapeNames)('README.md describes the shape %s of answers', (name) => {
	expect(readme).toContain(`\`${name}\``);
});

test('README.md names every switch for faults', () => {
	for (const name of ['latencyMs', 'libraryFull', 'signOnBlocked', 'queue', 'clockSkewMs'])
		expect(readme).toContain(`| \`${name}\` |`);
});

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
	expect(files.length).toBeGreaterThan(80);
	expect(files.flatMap((file) => malformed(read(file)).map((mark) => `${file}: ${mark}`))).toEqual([]);
});

// The check itself can fail: each row is a planted mistake.
test.each(['assumed (A1): a rule', 'doc (A14; Q): a rule', 'fact: a rule', 'fact table: a rule', 'see ambiguity A14'])(
	'%s is found',
	(comment) => {
		expect(malformed(`// ${comment}`)).toHaveLength(1);
	},
);
