import assert from 'node:assert/strict';
import { isN8n1 } from '../../../../dev/n8n/n8nCache';
import { report } from '../../../../dev/process/progress';
import type { Checks } from '../checks';
import type { TestKit } from '../../../../dev/n8n/preparedN8n';
import { type NetworkSite, requireRefusal, requireTransfers } from './networkSite';
import type { TlsFront } from './tlsFront';

/** The addresses of the service, and one that n8n's filter forbids. */
export interface Fronts {
	/** The service over HTTPS. */
	readonly service: TlsFront;
	/** The same at 127.0.0.2, which the filter forbids. */
	readonly forbidden: TlsFront;
}

const FORBIDDEN = /n8n does not allow connections to this address/;
const PLAIN = /names a server without encryption \(http\)/;

/** Runs a check while the service names these servers in place of its own. */
type CheckWith = (
	name: string,
	named: { upload?: string; content?: string },
	task: () => Promise<void>,
) => Promise<void>;

/** n8n's own protection against forged requests is on, and only 127.0.0.1 is allowed. */
export async function checkFilter(
	checks: Checks,
	site: NetworkSite,
	{ service, forbidden }: Fronts,
	{ n8n }: TestKit,
): Promise<void> {
	const check: CheckWith = async (name, named, task) => {
		await checks.check(name, async () => {
			Object.assign(site.emulator.world.origins, { upload: service.url, content: service.url }, named);
			await task().finally(() => (service.redirectTo = ''));
		});
	};
	const credential = await site.credential(service.url);
	await check('allowed, over https with a private authority: upload, download, HTTP Request, poll', {}, async () => {
		await requireTransfers(site, credential, service.url);
	});
	if (isN8n1(n8n)) report('  forbidden addresses skipped: this n8n has no such protection');
	else await checkForbidden(check, site, { service, forbidden });
	await checkDowngrade(check, site, service);
}

async function checkForbidden(check: CheckWith, site: NetworkSite, { service, forbidden }: Fronts): Promise<void> {
	const credential = await site.credential(service.url);
	const refuses = async (of = credential, baseUrl = service.url): Promise<void> => {
		await requireRefusal(site, { credential: of, baseUrl }, FORBIDDEN);
		assert.deepEqual(forbidden.paths, [], 'a forbidden address was connected to');
	};
	await check('a forbidden Base URL is refused', {}, async () => {
		await refuses(await site.credential(forbidden.url), forbidden.url);
	});
	await check('a forbidden upload server is refused', { upload: forbidden.url }, async () => await refuses());
	await check('a forbidden download server is refused', { content: forbidden.url }, async () => await refuses());
	await check('a redirect to a forbidden server is refused', {}, async () => {
		service.redirectTo = forbidden.url;
		await refuses();
	});
}

async function checkDowngrade(check: CheckWith, site: NetworkSite, service: TlsFront): Promise<void> {
	const { emulator } = site;
	const credential = await site.credential(service.url);
	const lenient = await site.credential(service.url, { allowHttpServers: true });
	const refuses = async () => await requireRefusal(site, { credential, baseUrl: service.url }, PLAIN);
	const allows = async () => await requireTransfers(site, lenient, service.url);
	for (const [server, named] of [
		['an upload server', { upload: emulator.url }],
		['a download server', { content: emulator.url }],
	] as const) {
		await check(`an https service that names ${server} by http is refused`, named, refuses);
		await check(`${server} by http is allowed with the switch of the credential`, named, allows);
	}
	await check('a redirect from https to http is refused', {}, async () => {
		service.redirectTo = emulator.url;
		await refuses();
	});
	await check('a redirect from https to http is allowed with the switch', {}, async () => {
		service.redirectTo = emulator.url;
		await allows();
	});
}
