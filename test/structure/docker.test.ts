import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import manifest from '../../package.json';
import tested from '../../dev/n8n/install/2.41.1/package.json';
import { read, ROOT } from './imports';

/* The recipe for Docker, as far as it can be tried without Docker. */

test('the image is the n8n that the package is tested with', () => {
	expect(read('docs/docker/Dockerfile')).toContain(`FROM docker.n8n.io/n8nio/n8n:${tested.dependencies.n8n}\n`);
});

test('compose builds that Dockerfile, keeps n8n’s folder, and allows the package', () => {
	const { services, volumes } = parse(read('docs/docker/compose.yaml')) as {
		services: { n8n: { build: Record<string, string>; environment: Record<string, string>; volumes: string[] } };
		volumes: object;
	};
	const { build, environment, volumes: mounts } = services.n8n;
	const context = path.join(ROOT, 'docs/docker', build.context ?? '');
	expect(path.relative(ROOT, path.join(context, build.dockerfile ?? ''))).toBe('docs/docker/Dockerfile');
	expect(environment).toMatchObject({
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	});
	expect(mounts).toEqual([`${Object.keys(volumes)[0]}:/home/node/.n8n`]);
});

test('start.sh puts the package of the image in place of an older one, and starts n8n with its arguments', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'file-library-docker-'));
	const image = path.join(folder, 'image', manifest.name);
	const nodes = path.join(folder, 'home', '.n8n', 'nodes');
	mkdirSync(image, { recursive: true });
	writeFileSync(path.join(image, 'package.json'), '{"version":"2"}');
	mkdirSync(path.join(nodes, 'node_modules', manifest.name, 'old'), { recursive: true });
	const env = {
		PATH: process.env.PATH,
		HOME: path.join(folder, 'home'),
		FILE_LIBRARY_IMAGE: path.dirname(image),
		N8N_ENTRYPOINT: 'echo',
	};
	const start = () => execFileSync(path.join(ROOT, 'docs/docker/start.sh'), ['worker'], { env, encoding: 'utf8' });
	expect([start(), start()]).toEqual(['worker\n', 'worker\n']);
	const installed = path.join(nodes, 'node_modules', manifest.name);
	expect(readFileSync(path.join(installed, 'package.json'), 'utf8')).toBe('{"version":"2"}');
	expect(existsSync(path.join(installed, 'old'))).toBe(false);
	expect(JSON.parse(readFileSync(path.join(nodes, 'package.json'), 'utf8'))).toMatchObject({ private: true });
	rmSync(folder, { recursive: true });
});
