import assert from 'node:assert/strict';
import type { ProxyServer } from '../../process/proxyServer';
import type { Checks } from '../checks';
import { type NetworkSite, requireRefusal, requireTransfers } from './networkSite';

/** Everything that the service is asked goes through the proxy, over http and https. */
export async function checkProxied(checks: Checks, site: NetworkSite, proxy: ProxyServer, service: string) {
	await checks.check('http: upload, download, HTTP Request and poll pass the proxy', async () => {
		const { emulator } = site;
		Object.assign(emulator.world.origins, { upload: emulator.url, content: emulator.url });
		const before = emulator.requests.length;
		proxy.newRequests();
		await requireTransfers(site, await site.credential(emulator.url), emulator.url);
		const passed = proxy.newRequests();
		assert.equal(passed.length, emulator.requests.length - before, 'requests that did not pass the proxy');
		for (const path of ['create_file', 'upload_init', 'upload_part', 'file/ls', 'file/updates'])
			assert.ok(
				passed.some((request) => request.includes(path)),
				`no request for ${path}: ${passed.join('\n')}`,
			);
		assert.ok(!passed.some((request) => request.startsWith('CONNECT')));
	});
	await checks.check('https: all of them pass it as CONNECT, and it reads nothing', async () => {
		Object.assign(site.emulator.world.origins, { upload: service, content: service });
		proxy.newRequests();
		await requireTransfers(site, await site.credential(service), service);
		const passed = proxy.newRequests();
		assert.ok(passed.length > 0, 'nothing passed the proxy');
		const { host } = new URL(service);
		assert.deepEqual([...new Set(passed)], [`CONNECT ${host}`]);
	});
}

/** With NO_PROXY nothing passes the proxy. */
export async function checkUnproxied(checks: Checks, site: NetworkSite, proxy: ProxyServer, service: string) {
	await checks.check('NO_PROXY: over http and https nothing passes the proxy', async () => {
		const { emulator } = site;
		proxy.newRequests();
		for (const url of [emulator.url, service]) {
			Object.assign(emulator.world.origins, { upload: url, content: url });
			await requireTransfers(site, await site.credential(url), url);
		}
		assert.deepEqual(proxy.newRequests(), []);
	});
}

/** What a refusal is about, and what nothing that n8n keeps may contain. */
interface Refusal {
	readonly service: string;
	readonly secrets: readonly string[];
}

/** The proxy wants another password. */
export async function checkWrongPassword(checks: Checks, site: NetworkSite, refusal: Refusal): Promise<void> {
	for (const url of [site.emulator.url, refusal.service])
		await checks.check(
			`${new URL(url).protocol} a wrong password of the proxy: a clear error without it`,
			async () => {
				await refuses(site, url, refusal.secrets);
			},
		);
}

/** The proxy knows the password, and opens no tunnel to the port of the service. */
export async function checkNarrow(checks: Checks, site: NetworkSite, { service, secrets }: Refusal): Promise<void> {
	const { emulator } = site;
	await checks.check('http: the password of the proxy is sent to the proxy, and not to the service', async () => {
		Object.assign(emulator.world.origins, { upload: emulator.url, content: emulator.url });
		const before = emulator.requests.length;
		await requireTransfers(site, await site.credential(emulator.url), emulator.url);
		const headers = emulator.requests.slice(before).map((request) => JSON.stringify(request));
		for (const secret of [...secrets, 'proxy-authorization'])
			assert.ok(!headers.some((text) => text.includes(secret)), `the service received ${secret}`);
	});
	await checks.check('https: a proxy that opens no tunnel gives a clear error', async () => {
		await refuses(site, service, secrets);
	});
}

async function refuses(site: NetworkSite, url: string, secrets: readonly string[]): Promise<void> {
	Object.assign(site.emulator.world.origins, { upload: url, content: url });
	const before = site.emulator.requests.length;
	// Where no tunnel is asked for, tinyproxy refuses as if it were the service.
	const message = url.startsWith('https') ? /the proxy refused the connection/ : /401 Unauthorized/;
	await requireRefusal(site, { credential: await site.credential(url), baseUrl: url, secrets }, message);
	assert.equal(site.emulator.requests.length, before, 'a request reached the service');
}
