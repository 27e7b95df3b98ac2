import { join } from 'node:path';
import { startEmulator } from '../../test/emulator';
import { type N8nServer, type ServerOptions, startN8n } from './n8nServer';
import { installNodes } from './packagedNodes';
import { DEMO_CAPACITY } from '../process/emulatorProcess';
import { freePort } from '../process/freePort';
import { step } from '../process/progress';
import { type PreparedN8n, prepareN8n, type TestKit } from './preparedN8n';

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
