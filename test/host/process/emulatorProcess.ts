import { join } from 'node:path';
import { demoAuthorization, demoEnterprise, demoPartner, demoUser } from '../../emulator';
import type { Child } from './childProcess';
import { startChild, tail } from './childProcess';
import { PROJECT } from '../n8n/packagedNodes';
import { until } from './progress';
import type { RestClient } from '../n8n/restClient';

/** A running emulator of the service. */
export interface EmulatorProcess {
	readonly url: string;
	readonly child: Child;
}

/** Starts the emulator as a process of its own and waits until it answers. Throws with its log when it does not. */
export async function startEmulatorProcess(
	port: number,
	dataFolder: string,
	logFolder: string,
): Promise<EmulatorProcess> {
	const url = `http://127.0.0.1:${port}`;
	const main = join('test', 'emulator', 'cli', 'main.ts');
	const args = ['--import', 'tsx', main, '--port', String(port), '--data-folder', dataFolder];
	const child = startChild('emulator', process.execPath, args, {
		cwd: PROJECT,
		logFile: join(logFolder, 'emulator.log'),
	});
	await until(30_000, 'The emulator did not come up', async () => {
		if (child.hasEnded()) throw new Error(`The emulator ended while starting:\n${tail(child.logFile, 15)}`);
		const answer = await fetch(`${url}/m-open/status`).catch(() => undefined);
		return answer?.ok ? true : undefined;
	});
	return { url, child };
}

/** A credential that opens something of the emulator, as n8n stores it. */
export interface DemoCredential {
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, string | boolean>>;
}

/** Name of the credential that the sample workflows are imported with. */
export const CREDENTIAL_NAME = 'File Library (local emulator)';

/** One credential of each type, for the emulator at this address. The first opens the demo library. */
export function demoCredentials(baseUrl: string): [DemoCredential, ...DemoCredential[]] {
	const connection = { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	return [
		{ name: CREDENTIAL_NAME, type: 'fileLibraryOrgApi', data: { ...connection, ...demoAuthorization } },
		{
			name: 'File Library Enterprise (local emulator)',
			type: 'fileLibraryEnterpriseApi',
			data: { ...connection, ...demoEnterprise },
		},
		{
			name: 'File Library User (local emulator)',
			type: 'fileLibraryTokenApi',
			data: {
				...connection,
				...demoEnterprise,
				grantType: 'password',
				username: demoUser.account,
				password: demoUser.password,
			},
		},
		{
			name: 'File Library Partner (local emulator)',
			type: 'fileLibraryPartnerApi',
			data: { ...connection, ...demoPartner },
		},
	];
}

/** Creates or updates all demo credentials; answers their ids by credential type. */
export async function saveDemoCredentials(
	rest: RestClient,
	baseUrl: string,
): Promise<Readonly<Record<string, string>>> {
	const ids: Record<string, string> = {};
	for (const { name, type, data } of demoCredentials(baseUrl))
		ids[type] = await rest.saveCredential(name, type, data);
	return ids;
}
