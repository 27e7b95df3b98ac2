import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What the package costs n8n before anything runs. */
export interface PackageCost {
	/** Time and heap for loading all nodes and credentials, in ms and MB; median of the processes. */
	readonly loadMs: number;
	readonly heapMB: number;
	/** Files of the package that are loaded. */
	readonly files: number;
	/** Packed tarball in kB. */
	readonly tarballKB: number;
}

const ROOT = join(__dirname, '..', '..');

/** Loads the built package as n8n does, in a process that has n8n-workflow already. */
const PROGRAM = `
	require('n8n-workflow');
	const { n8n } = require('./package.json');
	const count = () => Object.keys(require.cache).length;
	globalThis.gc();
	const [heap, files, from] = [process.memoryUsage().heapUsed, count(), performance.now()];
	const made = [...n8n.nodes, ...n8n.credentials].flatMap((file) => Object.values(require('./' + file)).map((Class) => new Class()));
	const ms = performance.now() - from;
	globalThis.gc();
	console.log(JSON.stringify({ ms, heap: process.memoryUsage().heapUsed - heap, files: count() - files, made: made.length }));`;

interface Loaded {
	ms: number;
	heap: number;
	files: number;
}
const median = (values: readonly number[]): number =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Loads the package in `times` fresh processes, and packs it without writing the tarball. The package must be built. */
export function packageCost(times: number): PackageCost {
	const loads = Array.from(
		{ length: times },
		() =>
			JSON.parse(
				execFileSync(process.execPath, ['--expose-gc', '--eval', PROGRAM], { cwd: ROOT, encoding: 'utf8' }),
			) as Loaded,
	);
	const packed = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: ROOT,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	) as Array<{ size: number }>;
	return {
		loadMs: median(loads.map(({ ms }) => ms)),
		heapMB: median(loads.map(({ heap }) => heap)) / 1e6,
		files: median(loads.map(({ files }) => files)),
		tarballKB: (packed[0]?.size ?? NaN) / 1000,
	};
}
