import { spawnSync } from 'node:child_process';
import { importsOf, read, ROOT, sourcesIn } from './imports';

/* Two packages of one source, which differ in one room. */

test('nobody but their chooser knows one edition from the other', () => {
	const knowing = ['src', 'nodes', 'credentials']
		.flatMap(sourcesIn)
		.filter((file) => !/^src\/edition\/(full|lean)\//.test(file))
		.filter((file) => importsOf(file, read(file)).some((target) => /^src\/edition\/(full|lean)\b/.test(target)));
	expect(knowing).toEqual(['src/edition/edition.ts']);
	for (const edition of ['full', 'lean']) {
		const other = edition === 'full' ? 'lean' : 'full';
		const files = sourcesIn(`src/edition/${edition}/`);
		const targets = files.flatMap((file) => importsOf(file, read(file)));
		expect(targets.filter((target) => target.startsWith(`src/edition/${other}`))).toEqual([]);
	}
});

test('a choice of the tests in the engine passes with the lean edition; test:all runs all of them', () => {
	const choice = ['files/userTransfers', 'files/stop'].map((name) => `test/engine/${name}`);
	const { status, stderr } = spawnSync(
		process.execPath,
		['node_modules/jest/bin/jest.js', '--config', 'test/runner/lean.config.js', '--maxWorkers', '1', ...choice],
		{ cwd: ROOT, encoding: 'utf8' },
	);
	expect({ status, failed: status ? stderr : '' }).toEqual({ status: 0, failed: '' });
	expect(stderr).toContain(`Test Suites: ${choice.length} passed`);
});
