import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmulator } from '../emulator';
import { Checks } from './checks/checks';
import { stopAll } from './process/childProcess';
import { IMAGES, checkEditor } from './checks/editorChecks';
import { freePort } from './process/freePort';
import { runToTheEnd } from './process/interruption';
import { installedN8n } from './n8n/n8nCache';
import { startN8n } from './n8n/n8nServer';
import { installNodes, packProject } from './n8n/packagedNodes';
import { checkPreview } from './checks/previewChecks';
import { report, step, within } from './process/progress';
import { checkQueueMode } from './checks/queueChecks';
import { checkServer } from './checks/serverChecks';
import type { Ground } from './stage';
import { prepareStage } from './stage';
import { checkTrigger } from './checks/triggerChecks';

const usage = `npm run test:host -- [options]

Installs this package into a real n8n of its own, executes the sample workflow, uses the editor, opens the pages of the Preview Trigger,
kills n8n while it watches a library, and repeats the workflow in queue mode. Everything runs on free ports in a temporary folder and is ended.

  --only PART       server, editor, preview, trigger or queue; may be repeated (all)
  --update-images   take docs/images/editor.png and node.png anew
  --help            this text`;

/** Above the sum of what a cold installation and all parts take; nothing here may hang for ever. */
const LIMIT_MS = 20 * 60_000;

async function checkRegularMode(checks: Checks, ground: Ground, wanted: (part: string) => boolean): Promise<void> {
	const { n8n, tarball, temporary } = ground;
	const folder = join(temporary, 'regular');
	await step('Installing the package into a new n8n', async () => await installNodes(tarball, folder));
	// Media play so fast that their events come within a second.
	const emulator = await startEmulator({ seedDemo: true, mediaSpeed: 20 });
	try {
		const options = { n8n, userFolder: folder, logFolder: join(temporary, 'logs', 'regular') };
		const server = await step(`Starting n8n ${n8n.version}`, async () => await startN8n(await freePort(), options));
		const stage = await prepareStage(server.base, emulator, n8n, folder);
		if (wanted('server')) {
			report('The package in a running n8n');
			await checkServer(checks, stage);
		}
		if (wanted('editor')) {
			report('The node in the editor');
			await checkEditor(checks, stage, join(temporary, 'images'));
		}
		if (wanted('preview')) {
			report('The pages of the Preview Trigger');
			await checkPreview(checks, stage, join(temporary, 'images'));
		}
	} finally {
		await emulator.close();
		await stopAll();
	}
}

function keepImages(temporary: string): void {
	for (const name of ['editor.png', 'node.png']) copyFileSync(join(temporary, 'images', name), join(IMAGES, name));
	report(`Pictures are in ${IMAGES}`);
}

async function testHost(only: string[], updateImages: boolean): Promise<number> {
	const checks = new Checks();
	const wanted = (part: string) => only.length === 0 || only.includes(part);
	const temporary = mkdtempSync(join(tmpdir(), 'file-library-host-'));
	// Postgres runs as another user and has its data in here.
	chmodSync(temporary, 0o755);
	process.once('exit', () => {
		if (checks.ok()) rmSync(temporary, { recursive: true, force: true });
		else process.stdout.write(`Logs and pictures are kept in ${temporary}\n`);
	});
	const tarball = await step(
		'Building and packing this project (npm pack)',
		async (say) => await packProject(join(temporary, 'pack'), say),
	);
	const n8n = await step('Looking for n8n in the cache, installing it when missing', installedN8n);
	const ground: Ground = { n8n, tarball, temporary };
	const part = async (name: string, work: () => Promise<void>) => {
		// Setting up is a check too: when it fails, the next part still runs and the count tells.
		await work().catch(
			async (error: unknown) =>
				await checks.check(`${name} could be set up`, async () => await Promise.reject(error)),
		);
		await stopAll();
	};
	if (['server', 'editor', 'preview'].some(wanted))
		await part('regular mode', async () => await checkRegularMode(checks, ground, wanted));
	if (updateImages && checks.ok()) keepImages(temporary);
	if (wanted('trigger')) await part('the trigger', async () => await checkTrigger(checks, ground));
	if (wanted('queue')) await part('queue mode', async () => await checkQueueMode(checks, ground));
	process.stdout.write(`\n${checks.summary()}\n`);
	return checks.ok() ? 0 : 1;
}

const { values } = parseArgs({
	options: {
		only: { type: 'string', multiple: true, default: [] },
		'update-images': { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});
if (values.help) process.stdout.write(`${usage}\n`);
else
	runToTheEnd(async () => await within(LIMIT_MS, 'The host test', testHost(values.only, values['update-images'])), {
		exitCode: () => 130,
	});
