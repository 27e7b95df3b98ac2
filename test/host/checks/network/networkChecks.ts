import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator } from '../../../emulator';
import { untrustedCertificate } from '../../../support/certificate';
import { installNodes } from '../../../../dev/n8n/packagedNodes';
import { report, step } from '../../../../dev/process/progress';
import { proxyProgram, startProxy } from '../../process/proxyServer';
import type { Checks } from '../checks';
import type { TestKit } from '../../../../dev/n8n/preparedN8n';
import { checkFilter, type Fronts } from './filterChecks';
import { type NetworkSite, withN8n } from './networkSite';
import { checkNarrow, checkProxied, checkUnproxied, checkWrongPassword } from './proxyChecks';
import { startTlsFront } from './tlsFront';

/** Of the private networks everything is forbidden but the address of localhost. */
const FILTER = { N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32,::1/128' };

/** The environment of this machine may have proxies of its own. */
const NO_PROXIES = Object.fromEntries(
	['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
		[name, ''],
		[name.toLowerCase(), ''],
	]),
);

/** What no error and no log may show. */
const PASSWORD = 'pa55w0rd-of-the-proxy';
const RIGHT_ONE = 'another-pa55w0rd';

/** n8n with its protection against forged requests and, where tinyproxy is, behind a proxy, over http and https. */
export async function checkNetwork(checks: Checks, kit: TestKit): Promise<void> {
	const folder = join(kit.temporary, 'network');
	mkdirSync(folder, { recursive: true });
	await step('Installing the package into another n8n', async () => await installNodes(kit.tarball, folder));
	const emulator = await startEmulator({ seedDemo: true });
	emulator.world.options.anyMethod = true;
	const certificate = untrustedCertificate();
	const fronts = {
		service: await startTlsFront(certificate, emulator.url, '127.0.0.1'),
		forbidden: await startTlsFront(certificate, emulator.url, '127.0.0.2'),
	};
	const base = { ...NO_PROXIES, ...FILTER, NODE_EXTRA_CA_CERTS: certificate.file };
	try {
		report("n8n's protection against forged requests, and servers without encryption");
		const filtered = { emulator, title: 'with its protection on', settings: base };
		await withN8n(kit, filtered, async (site) => await checkFilter(checks, site, fronts, kit));
		await checkProxies(checks, kit, { emulator, fronts, base, folder });
	} finally {
		await Promise.all([emulator.close(), fronts.service.close(), fronts.forbidden.close()]);
	}
}

interface ProxyLab {
	readonly emulator: Awaited<ReturnType<typeof startEmulator>>;
	readonly fronts: Fronts;
	readonly base: Record<string, string>;
	readonly folder: string;
}

type Task = (site: NetworkSite) => Promise<void>;

async function checkProxies(checks: Checks, kit: TestKit, { emulator, fronts, base, folder }: ProxyLab): Promise<void> {
	const logs = join(kit.temporary, 'logs', 'network');
	const program = await step('Looking for tinyproxy', async (showDetail) => await proxyProgram(showDetail, logs));
	if (program === undefined) return report('  proxies skipped: tinyproxy is not installed on this machine');
	report('Behind a proxy');
	// By its name: n8n's own HTTP Request node knows no certificates of addresses behind a proxy.
	const service = fronts.service.url.replace('127.0.0.1', 'localhost');
	const open = await startProxy(program, folder);
	const locked = await startProxy(program, folder, { login: ['user', RIGHT_ONE] });
	const narrow = await startProxy(program, folder, { login: ['user', PASSWORD], connectPort: 443 });
	const through = async (title: string, address: string, more: Record<string, string>, task: Task): Promise<void> => {
		const settings = { ...base, HTTP_PROXY: address, HTTPS_PROXY: address, ...more };
		await withN8n(kit, { emulator, title, settings }, task);
	};
	await through('behind a proxy', `http://127.0.0.1:${open.port}`, {}, async (site) => {
		await checkProxied(checks, site, open, service);
	});
	await through(
		'with NO_PROXY',
		`http://127.0.0.1:${open.port}`,
		{ NO_PROXY: '127.0.0.1,localhost' },
		async (site) => {
			await checkUnproxied(checks, site, open, service);
		},
	);
	const secrets = [PASSWORD, RIGHT_ONE, btoa(`user:${PASSWORD}`)];
	await through('with a wrong password', `http://user:${PASSWORD}@127.0.0.1:${locked.port}`, {}, async (site) => {
		await checkWrongPassword(checks, site, { service, secrets });
	});
	await through('with a narrow proxy', `http://user:${PASSWORD}@127.0.0.1:${narrow.port}`, {}, async (site) => {
		await checkNarrow(checks, site, { service, secrets });
	});
}
