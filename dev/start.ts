import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Edition, editionOf } from '../src/tools/editions';
import { saveDemoCredentials } from './n8n/demoCredentials';
import { localLogin } from './n8n/localLogin';
import { findN8n, type InstalledN8n } from './n8n/n8nCache';
import { type N8nServer, type ServerOptions, startN8n } from './n8n/n8nServer';
import { DEFAULT_N8N } from './n8n/n8nVersions';
import { installNodes, LOCAL, packProject, PROJECT } from './n8n/packagedNodes';
import { RestClient } from './n8n/restClient';
import { type Child, tail, watchChildren } from './process/childProcess';
import { runAndCleanUp } from './process/cleanUp';
import { type EmulatorProcess, startEmulatorProcess } from './process/emulatorProcess';
import { startMailCatcher } from './process/mailCatcher';
import { report, step } from './process/progress';
import { claimFolder, type FolderClaim } from './start/folderClaim';
import { portFor } from './start/pickPort';
import { markOf } from './start/processMark';
import { keepBuilding, RELOADING } from './start/rebuilding';
import { addressBox, leftOverLine, loginFile, runningMessage } from './start/runningMessage';
import { keepPrivate, settingsLines, shellSettings } from './start/surroundings';
import { FIRST_FILE_TRIGGER, firstFileResult } from './workflows/firstFileResult';
import {
	firstFile,
	type ImportedSample,
	importSamples,
	nextSample,
	PREVIEW_PATH,
	previewSample,
} from './workflows/sampleWorkflows';

const USAGE = `npm start -- [options]
npm run dev -- [options]

Starts a real n8n with these nodes, and an emulator of the service; everything runs on this machine. Workflows,
credentials and the files of the emulator are kept in .n8n-local; npm run clean removes them. With npm run dev, each
change of nodes, credentials, src and icons is built and given to n8n, and the open editor has it.

  --watch         what npm run dev is: build on each change
  --edition NAME  the edition of the package: full, lean (default: full)
  --exit          stop after the sample workflow has run (also: FILE_LIBRARY_START_EXIT=1)
  --help          show this text

Environment: N8N_PORT or PORT (5678), EMULATOR_PORT (8765); if a port is busy, the next free one is used.
FILE_LIBRARY_LOCAL (.n8n-local): the folder that is kept. N8N_SSRF_* and N8N_LOG_LEVEL are passed on to n8n, its
other settings are not: this n8n is separate.`;

const SHELL = shellSettings(process.env);
const LOGS = join(LOCAL, 'logs');
/** The files and the people of the emulator. */
const EMULATOR = join(LOCAL, 'emulator');
/** Mails that workflows send here are files in here. */
const MAILS = join(LOCAL, 'mail');

interface Started {
	readonly server: N8nServer;
	readonly emulator: EmulatorProcess;
}

/** Packs this project and installs it into the local n8n. */
async function packAndInstall(edition: Edition): Promise<void> {
	const temporary = mkdtempSync(join(tmpdir(), 'file-library-pack-'));
	try {
		const tarball = await packProject(join(temporary, 'pack'), edition);
		await step('Installing the package into the local n8n', async () => {
			report((await installNodes(tarball, LOCAL)) ? '  installed' : '  this package is already installed');
		});
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}

async function startPrograms(n8n: InstalledN8n, more: Partial<ServerOptions>): Promise<Started & { rest: RestClient }> {
	const emulatorPort = await portFor('the emulator', process.env.EMULATOR_PORT ?? 8765, 'EMULATOR_PORT');
	const emulator = await step('Starting the emulator of the service', async () => {
		return await startEmulatorProcess(emulatorPort, EMULATOR, LOGS);
	});
	const port = await portFor('n8n', process.env.N8N_PORT ?? process.env.PORT ?? 5678, 'N8N_PORT');
	for (const line of settingsLines(SHELL)) report(line);
	const server = await step(`Starting n8n ${n8n.version}`, async () => {
		const settings = { ...SHELL.passedOn, ...more.settings };
		return await startN8n(port, { n8n, userFolder: LOCAL, logFolder: LOGS, ...more, settings });
	});
	return { server, emulator, rest: new RestClient(server.base, n8n) };
}

/** Prints the result of the sample. It does not throw: a sample that was changed or fails must not keep n8n closed. */
async function runSample(rest: RestClient, workflowId: string): Promise<boolean> {
	return await step('Running the sample workflow: upload, list, share, download, compare 25 MB', async () => {
		try {
			const execution = await rest.execute(workflowId, FIRST_FILE_TRIGGER, 240_000);
			const { name, size, sha1Downloaded, sha1Equal, chunks } = firstFileResult(execution);
			const sha1 = `SHA1 ${sha1Downloaded} ${sha1Equal ? 'equal' : 'NOT EQUAL'}`;
			// The emulator keeps its files: at the next start it has the content already.
			const sent = chunks > 0 ? `in ${chunks} chunks` : 'not sent again because the service has them';
			report(`  ${name}: ${size} bytes ${sent}, ${sha1}, ${execution.seconds.toFixed(1)} s`);
			return sha1Equal;
		} catch (error) {
			report(`  ${(error as Error).message}`);
			return false;
		}
	});
}

/** Runs the sample once: its file in the emulator and its execution in n8n are there at the next start. */
async function runSampleOnce(rest: RestClient, workflowId: string, hasFiles: boolean): Promise<boolean> {
	if (!hasFiles || !(await rest.hasSucceeded(workflowId))) return await runSample(rest, workflowId);
	report('The sample workflow has run before: its file is in the library, and its execution in n8n');
	return true;
}

function addressesOf(
	{ server, emulator }: Started,
	samples: readonly ImportedSample[],
): Array<readonly [string, string]> {
	const next = nextSample(samples);
	const { email, password } = localLogin(loginFile(LOCAL));
	return [
		['n8n', server.base],
		['Login', email],
		['Password', password],
		['Sample workflow', `${server.base}/workflow/${firstFile(samples).id}`],
		['Preview page', `${server.base}${PREVIEW_PATH}`],
		['Emulator', emulator.url],
		['Mails', MAILS],
		['Logs', LOGS],
		['Try next', `${next.name}: ${server.base}/workflow/${next.id}`],
		['Stop', 'Ctrl+C'],
		['Start afresh', 'npm run clean'],
	];
}

/** Waits; throws when one of the programs ends although nothing stopped it. */
async function keepRunning(...children: Child[]): Promise<number> {
	return await Promise.race(
		children.map(async ({ name, ended, logFile }) => {
			const code = await ended;
			throw new Error(`${name} ended unexpectedly (code ${code}). The end of ${logFile}:\n${tail(logFile, 30)}`);
		}),
	);
}

/** The folder, for this process alone; undefined, after saying where the other one runs, when it has an owner. */
async function claimLocalFolder(task: string): Promise<FolderClaim | undefined> {
	const claimed = await claimFolder(LOCAL, task);
	if ('owner' in claimed) {
		process.stderr.write(`${runningMessage(claimed.owner, LOCAL)}\n`);
		return undefined;
	}
	if (claimed.ended.length > 0) report(leftOverLine(claimed.ended));
	const { claim } = claimed;
	watchChildren((children) => claim.notePrograms(children.map(({ name, pid }) => ({ name, ...markOf(pid) }))));
	process.once('exit', () => claim.release());
	return claim;
}

/** How the programs are started, and whether they are stopped again. */
interface StartOptions {
	readonly exit: boolean;
	readonly watch: boolean;
	readonly edition: Edition;
}

async function main({ exit, watch, edition }: StartOptions, opened: () => void): Promise<number> {
	keepPrivate(LOCAL);
	const claim = await claimLocalFolder(watch ? 'npm run dev' : 'npm start');
	if (!claim) return 1;
	mkdirSync(LOGS, { recursive: true });
	// The folder contains a login: it keeps itself out of the repository.
	writeFileSync(join(LOCAL, '.gitignore'), '*\n');
	const hasFiles = existsSync(EMULATOR);
	// The download of n8n leaves time to build the package.
	const [n8n] = await Promise.all([findN8n(DEFAULT_N8N), packAndInstall(edition)]);
	const { rest, ...started } = await startPrograms(n8n, watch ? RELOADING : {});
	claim.noteAddress(started.server.base);
	await rest.signIn(localLogin(loginFile(LOCAL))).catch((cause: unknown) => {
		throw new Error(`Signing in failed; npm run clean starts over. ${(cause as Error).message}`, { cause });
	});
	// The printed folder is there before the first mail.
	mkdirSync(MAILS, { recursive: true });
	const mail = await startMailCatcher(0, MAILS);
	const credentials = await saveDemoCredentials(rest, started.emulator.url, mail.port);
	const samples = await importSamples(rest, credentials, join(LOCAL, 'samples.json'));
	await rest.publish(previewSample(samples).id);
	const passed = await runSampleOnce(rest, firstFile(samples).id, hasFiles);
	if (exit) return passed ? 0 : 1;
	process.stdout.write(`\n${addressBox(addressesOf(started, samples))}\n\n`);
	opened();
	const running = keepRunning(started.server.child, started.emulator.child);
	return await (watch
		? Promise.race([running, keepBuilding({ project: PROJECT, userFolder: LOCAL, logFolder: LOGS, edition })])
		: running);
}

let open = false;

runAndCleanUp(
	async () => {
		const flag = { type: 'boolean', default: false } as const;
		const { values } = parseArgs({
			options: { exit: flag, watch: flag, help: flag, edition: { type: 'string', default: 'full' } },
		});
		if (values.help) {
			process.stdout.write(`${USAGE}\n`);
			return 0;
		}
		const exit = values.exit || Boolean(process.env.FILE_LIBRARY_START_EXIT);
		const edition = editionOf(values.edition);
		return await main({ exit, watch: values.watch, edition }, () => (open = true));
	},
	// Ctrl+C is the normal end of an open n8n; before that it is an abort.
	() => (open ? 0 : 130),
);
