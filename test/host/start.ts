import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Child } from './process/childProcess';
import { tail } from './process/childProcess';
import { saveDemoCredentials, startEmulatorProcess } from './process/emulatorProcess';
import { freePort } from './process/freePort';
import { runToTheEnd } from './process/interruption';
import { localLogin } from './n8n/localLogin';
import { installedN8n } from './n8n/n8nCache';
import { startN8n } from './n8n/n8nServer';
import { PROJECT, installNodes, packProject } from './n8n/packagedNodes';
import { report, step } from './process/progress';
import { RestClient } from './n8n/restClient';
import { PREVIEW_PATH, SAMPLE_TRIGGER, firstFile, importSamples, previewSample, sampleResult } from './sampleWorkflow';

const usage = `npm start -- [options]

A real n8n with these nodes, beside an emulator of the service; everything on this machine.

  --exit    end after the sample workflow has run (also: FILE_LIBRARY_START_EXIT=1)
  --help    this text

Environment: N8N_PORT or PORT (5678), EMULATOR_PORT (8765); the next free port is taken when one is busy.`;

const LOCAL = join(PROJECT, '.n8n-local');
const LOGS = join(LOCAL, 'logs');

/** Packs this project and installs it where the local n8n finds it. */
async function bringNodes(): Promise<void> {
	const temporary = mkdtempSync(join(tmpdir(), 'file-library-pack-'));
	try {
		const tarball = await step(
			'Building and packing this project (npm pack)',
			async (say) => await packProject(join(temporary, 'pack'), say),
		);
		await step('Installing the package into the local n8n', async () => {
			report((await installNodes(tarball, LOCAL)) ? '  installed' : '  the same package is there already');
		});
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}

/** Executes the sample and prints what came out; a changed sample that fails must not keep a person from n8n. */
async function runSample(rest: RestClient, workflowId: string): Promise<boolean> {
	return await step('Running the sample workflow: upload, list, share, download, compare 25 MB', async () => {
		const execution = await rest.execute(workflowId, SAMPLE_TRIGGER, 120_000);
		try {
			const { name, size, sha1Downloaded, sha1Equal, chunks } = sampleResult(execution);
			const equal = sha1Equal ? 'equal' : 'NOT EQUAL';
			report(
				`  ${name}: ${size} bytes in ${chunks} chunks, SHA1 ${sha1Downloaded} ${equal}, ${execution.seconds.toFixed(1)} s`,
			);
			return sha1Equal;
		} catch (error) {
			report(`  ${(error as Error).message}`);
			return false;
		}
	});
}

function box(lines: string[]): string {
	const width = Math.max(...lines.map((line) => line.length));
	const edge = '─'.repeat(width + 2);
	return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join('\n');
}

/** Resolves with 1 when one of the programs ends although nobody stopped it. */
async function keepRunning(...children: Child[]): Promise<number> {
	return await Promise.race(
		children.map(async (child) => {
			const code = await child.ended;
			throw new Error(
				`${child.name} ended unexpectedly (code ${code}). The end of ${child.logFile}:\n${tail(child.logFile, 30)}`,
			);
		}),
	);
}

async function startEverything(exit: boolean, opened: () => void): Promise<number> {
	mkdirSync(LOGS, { recursive: true });
	// The folder holds a login: it keeps itself out of the repository.
	writeFileSync(join(LOCAL, '.gitignore'), '*\n');
	await bringNodes();
	const n8n = await step('Looking for n8n in the cache, installing it when missing', installedN8n);
	const emulatorPort = await freePort(Number(process.env.EMULATOR_PORT ?? 8765));
	const emulator = await step('Starting the emulator of the service', async () => {
		return await startEmulatorProcess(emulatorPort, join(LOCAL, 'emulator'), LOGS);
	});
	const port = await freePort(Number(process.env.N8N_PORT ?? process.env.PORT ?? 5678));
	const server = await step(`Starting n8n ${n8n.version}`, async () => {
		return await startN8n(port, { n8n, userFolder: LOCAL, logFolder: LOGS });
	});
	const login = localLogin(join(LOCAL, 'login.json'));
	const rest = new RestClient(server.base, n8n);
	await rest.signIn(login).catch((cause: unknown) => {
		throw new Error(`Signing in failed; delete ${LOCAL} to begin anew. ${(cause as Error).message}`, { cause });
	});
	const credentials = await saveDemoCredentials(rest, emulator.url);
	const samples = await importSamples(rest, credentials.fileLibraryOrgApi ?? '', join(LOCAL, 'samples.json'));
	const sample = firstFile(samples);
	await rest.publish(previewSample(samples).id);
	const passed = await runSample(rest, sample.id);
	if (exit) return passed ? 0 : 1;
	const rows = [
		['n8n', server.base],
		['Login', login.email],
		['Password', login.password],
		['Sample workflow', `${server.base}/workflow/${sample.id}`],
		['Preview page', `${server.base}${PREVIEW_PATH}`],
		['Emulator', emulator.url],
		['Logs', LOGS],
		['Stop', 'Ctrl-C'],
	] as const;
	process.stdout.write(`\n${box(rows.map(([name, value]) => `${name.padEnd(17)}${value}`))}\n\n`);
	opened();
	return await keepRunning(server.child, emulator.child);
}

const { values } = parseArgs({
	options: { exit: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
	process.stdout.write(`${usage}\n`);
} else {
	let open = false;
	const exit = values.exit || Boolean(process.env.FILE_LIBRARY_START_EXIT);
	// Ctrl-C is the regular end of an open n8n, and an abortion before that.
	runToTheEnd(async () => await startEverything(exit, () => (open = true)), { exitCode: () => (open ? 0 : 130) });
}
