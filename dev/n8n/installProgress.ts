import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShowDetail } from '../process/progress';

/** How often the packages are counted, in ms. */
const LOOK_MS = 2_000;
/** Before so many seconds nobody can tell how long the rest takes. */
const LEAST_SECONDS = 5;

/** What a lock file says of a package that only some platforms have. */
interface Locked {
	readonly os?: readonly string[];
	readonly cpu?: readonly string[];
	readonly libc?: readonly string[];
}

const isForHere = ({ os, cpu, libc }: Locked): boolean =>
	(os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true) && !libc?.includes('musl');

/** Shows how many packages of the lock file are in its folder, and how long the others take, until all are there. */
export async function showPackages<T>(folder: string, showDetail: ShowDetail, installing: Promise<T>): Promise<T> {
	const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
		packages: Readonly<Record<string, Locked>>;
	};
	const wanted = Object.entries(packages).flatMap(([name, locked]) => (name && isForHere(locked) ? [name] : []));
	const from = Date.now();
	const look = (): void => {
		const found = wanted.filter((name) => existsSync(join(folder, name, 'package.json'))).length;
		showDetail(packagesLine(found, wanted.length, (Date.now() - from) / 1000));
	};
	const timer = setInterval(look, LOOK_MS);
	try {
		return await installing;
	} finally {
		clearInterval(timer);
	}
}

/** The line for `found` of `all` packages after so many seconds. */
export function packagesLine(found: number, all: number, seconds: number): string {
	const counted = `${found} of ${all} packages`;
	if (found === 0 || seconds < LEAST_SECONDS) return `${counted}, usually 1 to 3 minutes`;
	if (found === all) return `${counted}, nearly done`;
	return `${counted}, about ${Math.ceil((seconds / found) * (all - found))} s more`;
}
