import { delimiter, dirname, join } from 'node:path';
import { type Child, ownEnvironment, startChild, tail } from '../process/childProcess';
import { freePort } from '../process/freePort';
import { waitFor } from '../process/waiting';
import type { InstalledN8n } from './n8nCache';

/** A running n8n. */
export interface N8nServer {
	readonly base: string;
	readonly child: Child;
}

/** How n8n is started. */
export interface ServerOptions {
	readonly n8n: InstalledN8n;
	/** The folder that contains `.n8n`. */
	readonly userFolder: string;
	readonly logFolder: string;
	/** Variables added to n8n's environment. */
	readonly settings?: Record<string, string>;
	/** Options of Node.js. */
	readonly nodeOptions?: readonly string[];
}

/** The first start creates a database and takes up to 20 seconds on an idle machine. */
const READY_MS = 240_000;

/** Starts n8n on `port` and waits until it answers. Throws the end of its log when it does not start. */
export async function startN8n(port: number, options: ServerOptions): Promise<N8nServer> {
	const base = `http://localhost:${port}`;
	const child = launch('n8n', ['start'], { N8N_PORT: String(port) }, await freePort(), options);
	await ready(child, `http://127.0.0.1:${port}`);
	// n8n 1 says that it is ready before its REST interface is there.
	await ready(child, `http://127.0.0.1:${port}`, '/rest/settings');
	return { base, child };
}

/** Starts a worker of queue mode, called `name`, and waits until it answers. Throws the end of its log when not. */
export async function startWorker(name: string, concurrency: number, options: ServerOptions): Promise<Child> {
	const port = await freePort();
	const settings = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) };
	const child = launch(name, ['worker', `--concurrency=${concurrency}`], settings, await freePort(), options);
	await ready(child, `http://127.0.0.1:${port}`);
	return child;
}

/** Starts a webhook process of queue mode on `port` and waits until it answers. Throws the end of its log when not. */
export async function startWebhookProcess(port: number, options: ServerOptions): Promise<Child> {
	const child = launch('n8n-webhook', ['webhook'], { N8N_PORT: String(port) }, await freePort(), options);
	await ready(child, `http://127.0.0.1:${port}`);
	return child;
}

function launch(
	name: string,
	args: string[],
	settings: Record<string, string>,
	brokerPort: number,
	{ n8n, userFolder, logFolder, settings: more, nodeOptions = [] }: ServerOptions,
): Child {
	const own = ownEnvironment();
	return startChild(name, n8n.node, [...nodeOptions, n8n.program, ...args], {
		cwd: userFolder,
		logFile: join(logFolder, `${name}.log`),
		env: {
			...withoutN8nSettings(own),
			...QUIET_SETTINGS,
			...n8n.settings,
			// n8n starts its task runner as `node`, which must be the same Node.js.
			PATH: [dirname(n8n.node), own.PATH].join(delimiter),
			N8N_USER_FOLDER: userFolder,
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			...settings,
			...more,
		},
	});
}

/** Keeps everything on this machine: no telemetry, no requests for versions, templates or packages, no banners. */
const QUIET_SETTINGS = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_HOST: 'localhost',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	// The file has the encryption key.
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_COMMUNITY_PACKAGES_REGISTRY: 'http://127.0.0.1:9',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_AI_ENABLED: 'false',
	GENERIC_TIMEZONE: 'UTC',
};

/** The environment without a developer's own n8n settings (database, queue, encryption key): this n8n is separate. */
function withoutN8nSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const settings = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|OFFLOAD_|PORT$)/;
	return Object.fromEntries(Object.entries(environment).filter(([name]) => !settings.test(name)));
}

async function ready(child: Child, address: string, path = '/healthz/readiness'): Promise<void> {
	try {
		await waitFor(READY_MS, `${child.name} to answer`, async () => {
			if (child.hasEnded()) throw new Error(`${child.name} ended while starting`);
			const answer = await fetch(address + path).catch(() => undefined);
			return answer?.ok;
		});
	} catch (cause) {
		const message = `${(cause as Error).message}. The end of ${child.logFile}:\n${tail(child.logFile, 30)}`;
		throw new Error(message, { cause });
	}
}
