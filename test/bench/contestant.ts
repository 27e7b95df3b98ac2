import { rm } from 'node:fs/promises';
import { Meter } from './meter';
import type { Address, Contestants, Who } from './types';

/* One contestant of one benchmark. contest.ts starts this file for each of them, and asks for one run at a time. */

/** What this process is to do. */
export interface Order {
	readonly suite: string;
	readonly benchmark: unknown;
	readonly who: Who;
	readonly memory: boolean;
	readonly server: Address;
}

async function main(): Promise<void> {
	const { suite, benchmark, who, memory, server }: Order = JSON.parse(process.argv[2] ?? '{}');
	const { contestants } = (await import(`./suites/${suite}.ts`)) as { contestants: Contestants<unknown> };
	// The other edition of the package does what our node does (engine.ts).
	const prepare = contestants[who === 'lean' ? 'node' : who];
	if (!prepare) throw new Error(`suites/${suite}.ts has no contestant ${who}`);
	const meter = new Meter(await prepare(benchmark, server), memory);
	process.on('message', () => void meter.measure().then((cost) => process.send?.(cost), failed));
	process.send?.('ready');
}

function failed(error: unknown): void {
	console.error(error);
	process.exit(1);
}

// The engine has stored binary data: gigabytes.
process.on(
	'disconnect',
	() => void rm(process.env.N8N_USER_FOLDER ?? '', { recursive: true, force: true }).finally(() => process.exit(0)),
);
main().catch(failed);
