import { join } from 'node:path';
import type { Emulator } from '../emulator';
import { saveDemoCredentials } from './process/emulatorProcess';
import type { InstalledN8n } from './n8n/n8nCache';
import { newLogin } from './n8n/localLogin';
import type { Login } from './n8n/restClient';
import { RestClient } from './n8n/restClient';
import type { Imported } from './sampleWorkflow';
import { firstFile, importSamples } from './sampleWorkflow';

/** What all parts of the host test are given. */
export interface Ground {
	readonly n8n: InstalledN8n;
	readonly tarball: string;
	/** Folder that is removed at the end. */
	readonly temporary: string;
}

/** A running n8n with credentials and sample workflow, beside its own emulator. */
export interface Stage {
	readonly base: string;
	readonly rest: RestClient;
	readonly login: Login;
	readonly emulator: Emulator;
	/** Ids of the demo credentials by their type. */
	readonly credentials: Readonly<Record<string, string>>;
	readonly sample: Imported;
	readonly samples: readonly Imported[];
}

/** Signs in as a new owner and imports the credentials of `emulator` and the sample workflow. */
export async function prepareStage(
	base: string,
	emulator: Emulator,
	n8n: InstalledN8n,
	folder: string,
): Promise<Stage> {
	const rest = new RestClient(base, n8n);
	const login = newLogin();
	await rest.signIn(login);
	const credentials = await saveDemoCredentials(rest, emulator.url);
	const samples = await importSamples(rest, credentials.fileLibraryOrgApi ?? '', join(folder, 'samples.json'));
	return { base, rest, login, emulator, credentials, sample: firstFile(samples), samples };
}
