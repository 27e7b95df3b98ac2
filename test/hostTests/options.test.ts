import { existsSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from '../host/options';

const groupsOf = (...args: string[]) => {
	const options = readOptions(args);
	return typeof options === 'string' ? options : [...options.groups];
};

test('without options everything is tested, with the newest n8n', () => {
	expect(readOptions([])).toMatchObject({ n8n: { version: '2.41.1' }, short: false, updateImages: false });
	expect(groupsOf()).toEqual(expect.arrayContaining(['server', 'editor', 'samples', 'preview', 'trigger', 'queue']));
	expect(groupsOf()).not.toContain('poll');
});

test('the short form has no group that needs a browser or kills n8n', () => {
	expect(groupsOf('--short')).toEqual(['server', 'agent', 'samples', 'poll']);
	expect(groupsOf('--short', '--only', 'trigger')).toEqual(['trigger']);
});

test.each(['2.41.1', '1.123.81'])('n8n %s can be asked for, and has its lock file', (version) => {
	expect(readOptions(['--n8n', version])).toMatchObject({ n8n: { version } });
	const folder = path.join(__dirname, '..', 'host', 'n8n', 'install', version);
	expect(existsSync(path.join(folder, 'package-lock.json'))).toBe(true);
	const manifest: { dependencies: { n8n: string } } = jest.requireActual(path.join(folder, 'package.json'));
	expect(manifest.dependencies.n8n).toBe(version);
});

test('a version or group that there is not is refused with those that there are', () => {
	expect(() => readOptions(['--n8n', '1.0.0'])).toThrow(/no n8n 1\.0\.0 .*Known versions: 2\.41\.1, 1\.123\.81/);
	expect(() => readOptions(['--only', 'editors'])).toThrow(/no group "editors"[^]*editor, samples/);
});
