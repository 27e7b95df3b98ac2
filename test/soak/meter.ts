import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from './messages';

const FDS = '/proc/self/fd';

/** The targets of all open descriptors of this process; the one that reads the folder is gone when it is looked at. */
function descriptors(): string[] {
	return readdirSync(FDS).flatMap((fd) => {
		try {
			return [readlinkSync(`${FDS}/${fd}`)];
		} catch {
			return [];
		}
	});
}

/** Measures this process; call it when nothing is under way. Needs --expose-gc and Linux. */
export async function sampleOf(startedAt: number): Promise<Sample> {
	// What finalizers free is collected by the second round.
	for (let round = 0; round < 2; round++) {
		globalThis.gc?.();
		await sleep(50);
	}
	const { heapUsed, rss } = process.memoryUsage();
	const open = descriptors();
	const { user, system } = process.cpuUsage();
	return {
		seconds: (Date.now() - startedAt) / 1000,
		heap: heapUsed,
		rss,
		descriptors: open.length,
		sockets: open.filter((target) => target.startsWith('socket:')).length,
		resources: process.getActiveResourcesInfo().length,
		cpu: (user + system) / 1e6,
	};
}
