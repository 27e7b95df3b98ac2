import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmulator } from '../emulator';
import { checkActivity } from './checks/activity/activityChecks';
import { checkAgent } from './checks/agent/agentChecks';
import { Checks } from './checks/checks';
import { DOCUMENTED_IMAGES, checkEditor } from './checks/editorChecks';
import type { PreparedN8n, TestKit } from './checks/preparedN8n';
import { prepareN8n } from './checks/preparedN8n';
import { checkPreview } from './checks/preview/previewChecks';
import { checkQueueMode } from './checks/queue/queueChecks';
import { checkReading, READING_PICTURES } from './checks/reading/readingChecks';
import { checkSamples } from './checks/samples/sampleChecks';
import { SAMPLE_PICTURES } from './checks/samples/pictures';
import { checkServer } from './checks/serverChecks';
import { checkTrigger } from './checks/trigger/triggerChecks';
import { installedN8n } from './n8n/n8nCache';
import { startN8n } from './n8n/n8nServer';
import { PROJECT, installNodes, packProject } from './n8n/packagedNodes';
import { stopAll } from './process/childProcess';
import { runAndCleanUp } from './process/cleanUp';
import { freePort } from './process/freePort';
import { report, step } from './process/progress';
import { withTimeout } from './process/waiting';

/** The groups of checks: those in `SHARED` share one n8n, the others start their own. */
const SHARED = ['server', 'agent', 'editor', 'samples', 'preview'] as const;
const GROUPS = [...SHARED, 'reading', 'trigger', 'activity', 'queue'] as const;
type Group = (typeof GROUPS)[number];

const USAGE = `npm run test:host -- [options]

Tests this package in a real n8n: installs it like a release, runs the samples, uses the editor and the preview pages in
Chromium, kills n8n while it watches a library and what people do, and repeats the sample in queue mode. Everything
runs on free ports and in a temporary folder, and is stopped at the end.

  --only GROUP      run one group of checks: ${GROUPS.join(', ')}; may be repeated (default: all)
  --update-images   replace the screenshots in docs/images
  --help            show this text`;

/** Longer than the first installation and all groups together: nothing here may hang for ever. */
const LIMIT_MS = 30 * 60_000;

/** What was asked for on the command line. */
interface Order {
	readonly groups: ReadonlySet<Group>;
	readonly updateImages: boolean;
}

async function checkRegularMode(checks: Checks, { n8n, tarball, temporary }: TestKit, order: Order): Promise<void> {
	const folder = join(temporary, 'regular');
	await step('Installing the package into a new n8n', async () => await installNodes(tarball, folder));
	// Media play so fast that all their events come within a second.
	const emulator = await startEmulator({ seedDemo: true, mediaSpeed: 20 });
	try {
		const options = { n8n, userFolder: folder, logFolder: join(temporary, 'logs', 'regular') };
		const server = await step(`Starting n8n ${n8n.version}`, async () => await startN8n(await freePort(), options));
		const prepared = await prepareN8n(server.base, emulator, n8n, folder);
		await runSharedGroups(checks, prepared, order, join(temporary, 'images'));
	} finally {
		await emulator.close();
	}
}

async function runSharedGroups(
	checks: Checks,
	prepared: PreparedN8n,
	{ groups, updateImages }: Order,
	images: string,
): Promise<void> {
	if (groups.has('server')) {
		report('The package in a running n8n');
		await checkServer(checks, prepared);
	}
	if (groups.has('agent')) {
		report('The nodes as tools of an AI agent');
		await checkAgent(checks, prepared);
	}
	if (groups.has('editor')) {
		report('The node in the editor');
		await checkEditor(checks, prepared, images);
		if (updateImages && checks.ok()) keepImages(images, DOCUMENTED_IMAGES);
	}
	if (groups.has('samples')) {
		report('The samples');
		await checkSamples(checks, prepared, images);
		if (updateImages && checks.ok()) keepImages(images, Object.keys(SAMPLE_PICTURES));
	}
	if (groups.has('preview')) {
		report('The pages of the Preview Trigger');
		await checkPreview(checks, prepared, images);
	}
}

function keepImages(images: string, files: readonly string[]): void {
	const target = join(PROJECT, 'docs', 'images');
	for (const file of files) copyFileSync(join(images, file), join(target, file));
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

async function prepareTestKit(checks: Checks): Promise<TestKit> {
	const temporary = mkdtempSync(join(tmpdir(), 'file-library-host-'));
	// Postgres runs as another user and stores its data in here.
	chmodSync(temporary, 0o755);
	process.once('exit', () => {
		if (checks.ok()) rmSync(temporary, { recursive: true, force: true });
		else process.stdout.write(`Logs and screenshots are in ${temporary}\n`);
	});
	const tarball = await step(
		'Building and packing this project (npm pack)',
		async (showDetail) => await packProject(join(temporary, 'pack'), showDetail),
	);
	const n8n = await step('Looking for n8n in the cache, installing it if it is missing', installedN8n);
	return { n8n, tarball, temporary };
}

async function testHost(order: Order): Promise<number> {
	const checks = new Checks();
	const kit = await prepareTestKit(checks);
	const { groups } = order;
	if (SHARED.some((group) => groups.has(group)))
		await runTogether(checks, { 'regular mode': async () => await checkRegularMode(checks, kit, order) });
	if (groups.has('reading')) {
		await runTogether(checks, { reading: async () => await checkReading(checks, kit) });
		if (order.updateImages && checks.ok()) keepImages(join(kit.temporary, 'images'), READING_PICTURES);
	}
	// Most of their time both wait for n8n's next poll, which comes once a minute.
	await runTogether(checks, {
		...(groups.has('trigger') && { 'the trigger': async () => await checkTrigger(checks, kit) }),
		...(groups.has('activity') && { activities: async () => await checkActivity(checks, kit) }),
	});
	if (groups.has('queue')) await runTogether(checks, { 'queue mode': async () => await checkQueueMode(checks, kit) });
	process.stdout.write(`\n${checks.summary()}\n`);
	return checks.ok() ? 0 : 1;
}

function groupsNamed(names: readonly string[]): ReadonlySet<Group> {
	const unknown = names.filter((name) => !GROUPS.some((group) => group === name));
	if (unknown.length > 0) throw new Error(`There is no group "${unknown.join('", "')}".\n\n${USAGE}`);
	return new Set(GROUPS.filter((group) => names.length === 0 || names.includes(group)));
}

runAndCleanUp(
	async () => {
		const { values } = parseArgs({
			options: {
				only: { type: 'string', multiple: true, default: [] },
				'update-images': { type: 'boolean', default: false },
				help: { type: 'boolean', default: false },
			},
		});
		if (values.help) {
			process.stdout.write(`${USAGE}\n`);
			return 0;
		}
		const order = { groups: groupsNamed(values.only), updateImages: values['update-images'] };
		return await withTimeout(LIMIT_MS, 'The host test', testHost(order));
	},
	() => 130,
);
