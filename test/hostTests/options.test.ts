import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from '../host/options';

const GROUPS = { all: ['server', 'editor', 'poll'], full: ['server', 'editor'], short: ['server', 'poll'] };
const read = (...args: string[]) => readOptions(args, GROUPS);
const groupsOf = (...args: string[]) => {
	const options = read(...args);
	return typeof options === 'string' ? options : [...options.groups];
};

test('without options everything is tested, with the newest n8n', () => {
	expect(read()).toMatchObject({ n8n: { version: '2.41.1' }, short: false, updateImages: false, edition: 'full' });
	expect(groupsOf()).toEqual(['server', 'editor']);
});

test('the short form has groups of its own, and a group that is named runs alone', () => {
	expect(groupsOf('--short')).toEqual(['server', 'poll']);
	expect(groupsOf('--short', '--only', 'editor')).toEqual(['editor']);
	expect(read('--short', '--node', '/usr/bin/node')).toMatchObject({ short: true, node: '/usr/bin/node' });
});

test.each(['2.41.1', '1.123.81'])('n8n %s can be asked for, and has its lock file', (version) => {
	expect(read('--n8n', version)).toMatchObject({ n8n: { version } });
	const folder = path.join(__dirname, '..', '..', 'dev', 'n8n', 'install', version);
	expect(existsSync(path.join(folder, 'package-lock.json'))).toBe(true);
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as object;
	expect(manifest).toMatchObject({ dependencies: { n8n: version } });
});

test('either edition can be asked for', () => {
	expect(read('--edition', 'lean')).toMatchObject({ edition: 'lean' });
	expect(() => read('--edition', 'thin')).toThrow(/no edition "thin": full, lean/);
});

test('a version or group that there is not is refused with those that there are', () => {
	expect(() => read('--n8n', '1.0.0')).toThrow(/no n8n 1\.0\.0 .*Known versions: 2\.41\.1, 1\.123\.81/);
	expect(() => read('--only', 'editors')).toThrow(/no group "editors"[^]*server, editor, poll/);
	expect(groupsOf('--help')).toContain('--n8n VERSION');
});
