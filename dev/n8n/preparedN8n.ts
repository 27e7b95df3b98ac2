import { join } from 'node:path';
import type { Edition } from '../../src/tools/editions';
import type { Emulator } from '../../test/emulator';
import { idsOf, saveDemoCredentials } from './demoCredentials';
import { newLogin } from './localLogin';
import type { InstalledN8n } from './n8nCache';
import { type Login, RestClient } from './restClient';
import { startMailCatcher, type MailCatcher } from '../process/mailCatcher';
import { type ImportedSample, firstFile, importSamples } from '../workflows/sampleWorkflows';

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
