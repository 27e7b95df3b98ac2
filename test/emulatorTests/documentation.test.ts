import { usage } from '../emulator/cli/usage';
import { shapeNames } from '../emulator';
import { defaultOptions } from '../emulator/world/options';
import { read } from '../structure/imports';

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
