import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Edition } from '../../src/tools/editions';
import { forgetTarball, installedPackage } from '../n8n/packagedNodes';
import { runChild } from '../process/childProcess';
import { report, step } from '../process/progress';
import { pause } from '../process/waiting';

/* npm run dev: rebuilds on changes of the source and copies what is new into n8n, which reloads it (N8N_DEV_RELOAD). */

/** Starts an n8n that watches the folders of its packages. It would read the source map of a file only once. */
export const RELOADING = {
	settings: { N8N_DEV_RELOAD: 'true' },
	nodeOptions: ['--require', join(__dirname, 'freshSourceMaps.cjs')],
};

const WATCHED = ['nodes', 'credentials', 'src', 'icons'];
/** An editor saves a file in several steps, and git changes many files at once. */
const QUIET_MS = 100;
const BUILD_MS = 60_000;

/** Where a project is built, and where it is installed. */
interface Workplace {
	readonly project: string;
	/** The folder that contains n8n's `.n8n`. */
	readonly userFolder: string;
	readonly logFolder: string;
	readonly edition: Edition;
}

/** Builds on each change, until it is stopped. A build that fails is reported, and n8n keeps what it has. */
export async function keepBuilding(place: Workplace, stop?: AbortSignal): Promise<never> {
	forgetTarball(place.userFolder);
	report(`Each change of ${WATCHED.join(', ')} is built and given to n8n.`);
	const changed = new Set<string>();
	let wake = (): void => undefined;
	for (const folder of WATCHED) {
		watch(join(place.project, folder), { recursive: true, ...(stop && { signal: stop }) }, (_event, file) => {
			changed.add(join(folder, file ?? ''));
			wake();
		});
	}
	for (;;) {
		if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
		await pause(QUIET_MS);
		const files = [...changed];
		changed.clear();
		await rebuild(place, files).catch((error: unknown) => report(`  ${(error as Error).message}`));
	}
}

async function rebuild(
	{ project, userFolder, logFolder, edition }: Workplace,
	files: readonly string[],
): Promise<void> {
	const others = files.length > 1 ? ` and ${files.length - 1} more` : '';
	await step(`${files[0] ?? ''}${others} changed: building`, async () => {
		const options = { cwd: project, logFile: join(logFolder, 'build.log'), timeoutMs: BUILD_MS };
		await runChild(
			'the build',
			process.execPath,
			['--import', 'tsx', 'src/tools/build.ts', '--edition', edition, '--quick'],
			options,
		);
		// Icons and descriptions of nodes, which are only copied.
		const gulp = [join('node_modules', 'gulp', 'bin', 'gulp.js'), 'build:assets'];
		if (!files.every((file) => file.endsWith('.ts'))) await runChild('gulp', process.execPath, gulp, options);
		const count = copyChanged(join(project, 'dist'), join(installedPackage(userFolder), 'dist'));
		report(count === 0 ? '  nothing is different for n8n' : '  given to n8n, whose editor shows it in a moment');
	});
}

/** Copies the files that are different, because n8n loads the package anew for each; returns how many they were. */
function copyChanged(from: string, to: string): number {
	const files = readdirSync(from, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name).slice(from.length));
	const isSame = (file: string): boolean =>
		existsSync(join(to, file)) && readFileSync(join(to, file)).equals(readFileSync(join(from, file)));
	const changed = files.filter((file) => !isSame(file));
	for (const file of changed) {
		mkdirSync(dirname(join(to, file)), { recursive: true });
		copyFileSync(join(from, file), join(to, file));
	}
	return changed.length;
}
