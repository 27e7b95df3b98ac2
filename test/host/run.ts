import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks } from './checks/checks';
import { withOwnN8n } from './checks/ownN8n';
import type { PreparedN8n, TestKit } from './checks/preparedN8n';
import { GROUPS, OWN_GROUPS, SHARED_GROUPS } from './groups';
import { findN8n } from './n8n/n8nCache';
import { PROJECT, packProject } from './n8n/packagedNodes';
import { type HostOptions, readOptions } from './options';
import { stopAll } from './process/childProcess';
import { runAndCleanUp } from './process/cleanUp';
import { report } from './process/progress';
import { withTimeout } from './process/waiting';

/** Longer than the first installation and all groups together: nothing here may hang for ever. */
const LIMIT_MS = { full: 40 * 60_000, short: 15 * 60_000 };

/** One host test, while it runs. */
interface Run {
	readonly checks: Checks;
	readonly kit: TestKit;
	readonly options: HostOptions;
}

/** The folder that screenshots go to. */
const imagesOf = ({ kit }: Run): string => join(kit.temporary, 'images');

async function runSharedGroups(run: Run, prepared: PreparedN8n): Promise<void> {
	for (const [name, { title, check, pictures }] of Object.entries(SHARED_GROUPS)) {
		if (!run.options.groups.has(name)) continue;
		report(title);
		// What throws outside of a check ends its own group only.
		await check(run.checks, prepared, imagesOf(run), run.kit).catch((error: unknown) =>
			run.checks.fail(`the group "${name}" stopped`, error),
		);
		keepImages(run, pictures);
	}
}

/** Runs the groups of one line of `OWN_GROUPS` side by side. */
async function runOwnGroups(run: Run, line: (typeof OWN_GROUPS)[number]): Promise<void> {
	const groups = Object.entries(line).filter(([name]) => run.options.groups.has(name));
	const tasks = groups.map(([, { title, check }]) => [title, async () => await check(run.checks, run.kit)] as const);
	await runTogether(run.checks, Object.fromEntries(tasks));
	for (const [, { pictures }] of groups) keepImages(run, pictures);
}

function keepImages(run: Run, files: readonly string[] = []): void {
	if (!run.options.updateImages || !run.checks.ok() || files.length === 0) return;
	const target = join(PROJECT, 'docs', 'images');
	for (const file of files) copyFileSync(join(imagesOf(run), file), join(target, file));
	report(`The new screenshots are in ${target}`);
}

type Tasks = Readonly<Record<string, () => Promise<void>>>;

/** Runs tasks side by side, then stops what they started. A failure outside of a check counts too; the others go on. */
async function runTogether(checks: Checks, tasks: Tasks): Promise<void> {
	const run = async ([name, task]: [string, () => Promise<void>]): Promise<void> =>
		await task().catch((error: unknown) => checks.fail(`${name} could not be set up`, error));
	await Promise.all(Object.entries(tasks).map(run));
	await stopAll();
}

async function prepareTestKit(checks: Checks, { n8n: version, node, short }: HostOptions): Promise<TestKit> {
	const temporary = mkdtempSync(join(tmpdir(), 'file-library-host-'));
	// Postgres runs as another user and stores its data in here.
	chmodSync(temporary, 0o755);
	process.once('exit', () => {
		if (checks.ok()) rmSync(temporary, { recursive: true, force: true });
		else process.stdout.write(`Logs and screenshots are in ${temporary}\n`);
	});
	const tarball = await packProject(join(temporary, 'pack'));
	return { n8n: await findN8n(version, node), tarball, temporary, short };
}

async function testHost(options: HostOptions): Promise<number> {
	const checks = new Checks();
	const run = { checks, options, kit: await prepareTestKit(checks, options) };
	const checkShared = async (): Promise<void> =>
		await withOwnN8n(run.kit, { name: 'regular' }, async ({ prepared }) => await runSharedGroups(run, prepared));
	if (Object.keys(SHARED_GROUPS).some((name) => options.groups.has(name)))
		await runTogether(checks, { 'regular mode': checkShared });
	for (const line of OWN_GROUPS) await runOwnGroups(run, line);
	process.stdout.write(`\n${checks.summary()}\n`);
	return checks.ok() ? 0 : 1;
}

runAndCleanUp(
	async () => {
		const options = readOptions(process.argv.slice(2), GROUPS);
		if (typeof options !== 'string') {
			const limit = options.short ? LIMIT_MS.short : LIMIT_MS.full;
			return await withTimeout(limit, 'The host test', testHost(options));
		}
		process.stdout.write(`${options}\n`);
		return 0;
	},
	() => 130,
);
