import { join } from 'node:path';
import type { Edition } from '../../src/tools/editions';
import { type Emulator, startEmulator } from '../../test/emulator';
import { DEMO_CAPACITY } from '../process/emulatorProcess';
import { freePort } from '../process/freePort';
import { type MailCatcher, startMailCatcher } from '../process/mailCatcher';
import { step } from '../process/progress';
import { firstFile, type ImportedSample, importSamples } from '../workflows/sampleWorkflows';
import { idsOf, saveDemoCredentials } from './demoCredentials';
import { newLogin } from './localLogin';
import type { InstalledN8n } from './n8nCache';
import { type N8nServer, type ServerOptions, startN8n } from './n8nServer';
import { installNodes } from './packagedNodes';
import { type Login, RestClient } from './restClient';

/** What every group of checks starts from. */
export interface TestKit {
	readonly n8n: InstalledN8n;
	/** The packed package. */
	readonly tarball: string;
	readonly edition: Edition;
	/** A folder that is removed at the end. */
	readonly temporary: string;
	/** Whether the checks that need a browser are left out. */
	readonly short: boolean;
}

/** A running n8n with an owner, demo credentials and the sample workflows, and an emulator of its own. */
export interface PreparedN8n {
	readonly base: string;
	readonly n8n: InstalledN8n;
	readonly rest: RestClient;
	readonly login: Login;
	readonly emulator: Emulator;
	readonly mail: MailCatcher;
	/** Ids of the demo credentials, by credential type. */
	readonly credentials: Readonly<Record<string, string>>;
	/** The sample `first-file.json`. */
	readonly sample: ImportedSample;
	readonly samples: readonly ImportedSample[];
}

/** Signs in as a new owner; imports credentials for `emulator` and the sample workflows. */
export async function prepareN8n(
	base: string,
	emulator: Emulator,
	n8n: InstalledN8n,
	folder: string,
): Promise<PreparedN8n> {
	const rest = new RestClient(base, n8n);
	const login = newLogin();
	await rest.signIn(login);
	const mail = await startMailCatcher();
	const saved = await saveDemoCredentials(rest, emulator.url, mail.port);
	const samples = await importSamples(rest, saved, join(folder, 'samples.json'));
	return { base, n8n, rest, login, emulator, mail, credentials: idsOf(saved), sample: firstFile(samples), samples };
}

/** The n8n of one or several groups of checks, beside an emulator of its own. */
export interface OwnN8n {
	readonly prepared: PreparedN8n;
	readonly server: N8nServer;
	/** Starts it again with the same data, after it was killed. */
	readonly start: () => Promise<N8nServer>;
	/** The folder that contains its `.n8n`. */
	readonly userFolder: string;
	readonly logFolder: string;
}

/** After a kill during a publication, n8n waits for a lease to end (2 minutes by default) before it publishes again. */
export const SHORT_LEASE = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '15',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '2000',
};

/** Calls `use` with a new n8n that has the packed package; `more` is how it is started besides. */
export async function withOwnN8n(
	{ n8n, tarball, temporary }: TestKit,
	{ name, ...more }: { readonly name: string } & Pick<ServerOptions, 'settings' | 'nodeOptions'>,
	use: (own: OwnN8n) => Promise<void>,
): Promise<void> {
	const [userFolder, logFolder] = [join(temporary, name), join(temporary, 'logs', name)];
	await step('Installing the package into another n8n', async () => await installNodes(tarball, userFolder));
	const emulator = await startEmulator({ seedDemo: true, capacity: DEMO_CAPACITY });
	const port = await freePort();
	const start = async (): Promise<N8nServer> =>
		await step(`Starting n8n: ${name}`, async () => await startN8n(port, { n8n, userFolder, logFolder, ...more }));
	try {
		const server = await start();
		const prepared = await prepareN8n(server.base, emulator, n8n, userFolder);
		await use({ prepared, server, start, userFolder, logFolder });
	} finally {
		await emulator.close();
	}
}
