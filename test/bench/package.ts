import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What the package costs n8n before any node runs. */
export interface PackageCost {
	/** Time and heap for loading all nodes and credentials, in ms and MB; the median of several processes. */
	readonly loadMs: number;
	readonly heapMB: number;
	/** The number of files of the package that are loaded. */
	readonly files: number;
	/** The size of the packed tarball in kB. */
	readonly tarballKB: number;
}

const ROOT = join(__dirname, '..', '..');

/** Loads the built package as n8n does, in a process that has already loaded n8n-workflow. */
const PROGRAM = `
	require('n8n-workflow');
	const { n8n } = require('./package.json');
	const countFiles = () => Object.keys(require.cache).length;
	globalThis.gc();
	const [heapBefore, filesBefore, from] = [process.memoryUsage().heapUsed, countFiles(), performance.now()];
	const instances = [...n8n.nodes, ...n8n.credentials].flatMap((file) =>
		Object.values(require('./' + file)).map((Class) => new Class()),
	);
	const ms = performance.now() - from;
	globalThis.gc();
	const [heap, files] = [process.memoryUsage().heapUsed - heapBefore, countFiles() - filesBefore];
	console.log(JSON.stringify({ ms, heap, files, instances: instances.length }));`;

function loadOnce(): Record<'ms' | 'heap' | 'files', number> {
	const program = ['--expose-gc', '--eval', PROGRAM];
	return JSON.parse(execFileSync(process.execPath, program, { cwd: ROOT, encoding: 'utf8' }));
}

const median = (values: readonly number[]): number =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Loads the package in `times` new processes, and packs it without writing the tarball. `dist` must be there. */
export function packageCost(times: number): PackageCost {
	const loads = Array.from({ length: times }, () => loadOnce());
	const packed: Array<{ size: number }> = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: ROOT,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	);
	return {
		loadMs: median(loads.map(({ ms }) => ms)),
		heapMB: median(loads.map(({ heap }) => heap)) / 1e6,
		files: median(loads.map(({ files }) => files)),
		tarballKB: (packed[0]?.size ?? NaN) / 1000,
	};
}
