import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findN8n } from '../../dev/n8n/n8nCache';
import { packProject, PROJECT } from '../../dev/n8n/packagedNodes';
import { type PreparedN8n, type TestKit, withOwnN8n } from '../../dev/n8n/preparedN8n';
import { stopAll } from '../../dev/process/childProcess';
import { runAndCleanUp } from '../../dev/process/cleanUp';
import { report } from '../../dev/process/progress';
import { withTimeout } from '../../dev/process/waiting';
import { checkActivity } from './checks/activity/activityChecks';
import { checkAgent } from './checks/agent/agentChecks';
import { Checks } from './checks/checks';
import { checkDev } from './checks/devChecks';
import { checkEditions } from './checks/editions/editionChecks';
import { checkFirstWorkflow, FILM } from './checks/firstWorkflow/firstWorkflowChecks';
import { checkKnowledge } from './checks/knowledge/knowledgeChecks';
import { checkMcp } from './checks/mcp/mcpChecks';
import { checkNetwork } from './checks/network/networkChecks';
import { checkPreview } from './checks/preview/previewChecks';
import { checkQueueMode } from './checks/queue/queueChecks';
import { checkReading, READING_PICTURES } from './checks/reading/readingChecks';
import { PICTURES } from './checks/samples/pictures';
import { checkReminder } from './checks/samples/reminderChecks';
import { checkSamples } from './checks/samples/sampleChecks';
import { checkSecrets } from './checks/secrets/secretsChecks';
import { checkServer } from './checks/serverChecks';
import { checkSlowVisitors } from './checks/slowVisitors';
import { checkOnePoll, checkTrigger } from './checks/trigger/triggerChecks';
import { type GroupNames, type HostOptions, readOptions } from './options';

/* The groups of checks. A new group is one line in one of the two tables. */

/** Checks in the n8n that several groups share. Pictures go to the folder `images`. */
interface SharedGroup {
	readonly title: string;
	readonly check: (checks: Checks, prepared: PreparedN8n, images: string, kit: TestKit) => Promise<void>;
	/** Files in `images` that --update-images takes into docs/images. */
	readonly pictures?: readonly string[];
}

/** Checks that start an n8n of their own. */
interface OwnGroup {
	readonly title: string;
	readonly check: (checks: Checks, kit: TestKit) => Promise<void>;
	readonly pictures?: readonly string[];
}

/** Those that share one n8n, in the order in which they run. */
const SHARED_GROUPS: Readonly<Record<string, SharedGroup>> = {
	server: { title: 'The package in a running n8n', check: checkServer },
	agent: { title: 'The nodes as tools of an AI agent', check: checkAgent },
	mcp: { title: 'The library as an MCP server, with the rights of whoever asks', check: checkMcp },
	first: { title: 'The first workflow of the README', check: checkFirstWorkflow, pictures: FILM },
	samples: { title: 'The samples', check: checkSamples, pictures: PICTURES },
	preview: { title: 'The pages of the Preview Trigger', check: checkPreview },
	visitors: { title: 'Slow visitors', check: checkSlowVisitors },
	knowledge: { title: 'A vector store in step with a library', check: checkKnowledge },
	reminder: { title: 'Reminders and closed reading links', check: checkReminder },
	poll: { title: 'The trigger, from one poll to the next', check: checkOnePoll },
};

/** Those that start their own; the groups of one line run at the same time, the lines one after another. */
const OWN_GROUPS: ReadonlyArray<Readonly<Record<string, OwnGroup>>> = [
	{ editions: { title: 'the editions', check: checkEditions } },
	{ reading: { title: 'reading', check: checkReading, pictures: READING_PICTURES } },
	// Most of their time both wait for n8n's next poll, which comes once a minute.
	{ trigger: { title: 'the trigger', check: checkTrigger }, activity: { title: 'activities', check: checkActivity } },
	{ dev: { title: 'npm run dev', check: checkDev } },
	{ queue: { title: 'queue mode', check: checkQueueMode } },
	{ network: { title: 'the network', check: checkNetwork } },
	{ secrets: { title: 'secrets', check: checkSecrets } },
];

const all = [SHARED_GROUPS, ...OWN_GROUPS].flatMap((groups) => Object.keys(groups));

/** The names of all groups, and which of them run when none is named. */
const GROUPS: GroupNames = {
	all,
	// `trigger` contains the poll.
	full: all.filter((name) => name !== 'poll'),
	// What shows within three minutes whether the package works in this n8n; none kills it.
	short: ['server', 'agent', 'samples', 'poll', 'editions'],
};

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
	// What a program that is missing here would have made stays as it is.
	const made = files.filter((file) => existsSync(join(imagesOf(run), file)));
	for (const file of made) copyFileSync(join(imagesOf(run), file), join(target, file));
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

async function prepareTestKit(checks: Checks, { n8n: version, node, short, edition }: HostOptions): Promise<TestKit> {
	const temporary = mkdtempSync(join(tmpdir(), 'file-library-host-'));
	// Postgres runs as another user and stores its data in here.
	chmodSync(temporary, 0o755);
	process.once('exit', () => {
		if (checks.ok()) rmSync(temporary, { recursive: true, force: true });
		else process.stdout.write(`Logs and screenshots are in ${temporary}\n`);
	});
	const tarball = await packProject(join(temporary, 'pack'), edition);
	return { n8n: await findN8n(version, node), tarball, temporary, short, edition };
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
