import { importsOf, read, sourcesIn } from './imports';

/* Two packages of one source, which differ in one room. */

test('nobody but their chooser knows one edition from the other', () => {
	const knowing = ['src', 'nodes', 'credentials']
		.flatMap(sourcesIn)
		.filter((file) => !/^src\/edition\/(full|lean)\//.test(file))
		.filter((file) => importsOf(file, read(file)).some((target) => /^src\/edition\/(full|lean)\b/.test(target)));
	expect(knowing).toEqual(['src/edition/edition.ts']);
	for (const edition of ['full', 'lean']) {
		const other = edition === 'full' ? 'lean' : 'full';
		const targets = sourcesIn(`src/edition/${edition}/`).flatMap((file) => importsOf(file, read(file)));
		expect(targets.filter((target) => target.startsWith(`src/edition/${other}`))).toEqual([]);
	}
});
