import { signText, stringToSign } from '../auth/signature';
import { type Emulator, startEmulator } from '../index';
import { seconds } from '../time/clock';
import { parseCommandLine, usage } from './commandLine';

/** A signed request for the shell, usable as long as the clock window allows. */
function exampleRequest({ url, library }: Emulator): string {
	const params = new Map([
		['org_client_id', library.orgClientId],
		['dateline', String(seconds(Date.now()))],
		['fullpath', ''],
	]);
	const sign = signText(stringToSign(params), library.orgClientSecret);
	const fields = [...params, ['sign', sign] as const].map(([name, value]) => `--data-urlencode '${name}=${value}'`);
	return `curl ${url}/m-open/1/file/ls ${fields.join(' ')}`;
}

function printIntroduction(emulator: Emulator): void {
	const { url, library, enterprise, partner, user } = emulator;
	console.log(`File Library Service emulator is listening

  Credential "File Library (Library authorization)"
    Base URL                                  ${url}
    Library Client ID (orgClientId)           ${library.orgClientId}
    Library Client Secret (orgClientSecret)   ${library.orgClientSecret}
    Vendor Prefix                             ${emulator.world.options.prefix}

  Credential "File Library (Enterprise)", same Base URL and Vendor Prefix
    Client ID (clientId)                      ${enterprise.clientId}
    Client Secret (clientSecret)              ${enterprise.clientSecret}

  Credential "File Library (User Token)", with the Client ID and Client Secret of the enterprise
    Username (username), or Account           ${user.account}
    Password (password)                       ${user.password}

  Credential "File Library (Partner)", same Base URL and Vendor Prefix
    Client ID (clientId)                      ${partner.clientId}
    Client Secret (clientSecret)              ${partner.clientSecret}

  List the root folder (signature valid for ${emulator.world.options.clockWindowSeconds} s):
    ${exampleRequest(emulator)}

  Press Ctrl+C to stop
`);
}

async function run(): Promise<void> {
	const command = parseCommandLine(process.argv.slice(2));
	if (command.help) return console.log(usage);
	const log = command.quiet ? () => undefined : (line: string): void => console.log(line);
	const emulator = await startEmulator({ ...command.options, log });
	// What a kept state has is not added again.
	if (command.seed > 0 && !emulator.restored) emulator.seed(command.seed);
	emulator.faults.add(...command.faults);
	printIntroduction(emulator);
	const stop = (): void => void emulator.close().then(() => process.exit(0));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

run().catch((cause: unknown) => {
	console.error(cause instanceof Error ? cause.message : cause);
	process.exit(1);
});
