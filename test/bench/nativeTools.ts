import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Address, Cost } from './types';

/* The limit of the machine: what native tools take for the same bytes, each in a process of its own. */

const TOOLS = { curl: '--version', openssl: 'version' } as const;
type Tool = keyof typeof TOOLS;

/** How often the memory of a tool is looked at, in ms. */
const SAMPLE_MS = 5;
/** Clock ticks a second in /proc, on every Linux there is. */
const TICKS = 100;

/** What is missing for the limits, in words; undefined when nothing is. */
export function missingTools(): string | undefined {
	const missing = Object.entries(TOOLS).filter(([tool, argument]) => spawnSync(tool, [argument]).status !== 0);
	if (missing.length === 0) return undefined;
	const names = missing.map(([tool]) => tool).join(' and ');
	return `${names} cannot be run here, so the limit is not measured; Debian has packages of these names`;
}

/** CPU seconds of all the processes that this one has started and that have ended; undefined where /proc is missing. */
function cpuOfChildren(): number | undefined {
	const ticks = procFile('self/stat')
		?.replace(/^.*\) /s, '')
		.split(' ')
		.slice(13, 15)
		.map(Number);
	return ticks && ((ticks[0] ?? 0) + (ticks[1] ?? 0)) / TICKS;
}

function procFile(name: string): string | undefined {
	try {
		return readFileSync(`/proc/${name}`, 'utf8');
	} catch {
		return undefined;
	}
}

/** Runs one tool to its end; answers the peak of its memory in MB, 0 where the system does not say. */
async function run(tool: Tool, args: readonly string[]): Promise<number> {
	return await new Promise((resolve, reject) => {
		const child = spawn(tool, args, { stdio: ['ignore', 'ignore', 'inherit'] });
		let peak = 0;
		const timer = setInterval(() => {
			const kB = /VmHWM:\s+(\d+) kB/.exec(procFile(`${child.pid}/status`) ?? '')?.[1];
			peak = Math.max(peak, (Number(kB ?? 0) * 1024) / 1e6);
		}, SAMPLE_MS);
		child.once('error', reject);
		child.once('exit', (code) => {
			clearInterval(timer);
			if (code === 0) resolve(peak);
			else reject(new Error(`${tool} ended with code ${code}`));
		});
	});
}

const sha1 = (file: string): [Tool, string[]] => ['openssl', ['dgst', '-sha1', file]];

const curl = (server: Address, ...args: string[]): [Tool, string[]] => [
	'curl',
	['--silent', '--show-error', '--fail', ...(server.ca ? ['--cacert', server.ca] : []), ...args],
];

async function cost(commands: ReadonlyArray<[Tool, string[]]>): Promise<Partial<Cost>> {
	const before = cpuOfChildren();
	let peak = 0;
	for (const [tool, args] of commands) peak = Math.max(peak, await run(tool, args));
	const after = cpuOfChildren();
	return before === undefined || after === undefined ? { peak } : { peak, cpu: after - before };
}

/** Computes the SHA1 of a file, then sends it. */
export const uploadByTools = async (server: Address, path: string, file: string): Promise<Partial<Cost>> =>
	// Without the header `Expect`, with which curl waits for the server.
	await cost([sha1(file), curl(server, '--header', 'Expect:', '--upload-file', file, `${server.url}${path}`)]);

/** Downloads into a file, then computes its SHA1. */
export const downloadByTools = async (server: Address, path: string, file: string): Promise<Partial<Cost>> =>
	await cost([curl(server, '--output', file, `${server.url}${path}`), sha1(file)]);
