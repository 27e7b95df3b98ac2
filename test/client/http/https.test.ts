import { httpFor } from '../../../src/client/http/http';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';
import { tlsServer, tunnelProxy } from './tlsServers';

const { http, server, closing } = httpBench();
const safe = async (): Promise<string> => `https://127.0.0.1:${closing(await tlsServer('safe')).port}`;

test('an untrusted certificate is refused, with a hint', async () => {
	const error = await errorOf(http().request({ method: 'GET', url: await safe() }));
	expect(error).toMatchObject({ kind: 'network', retryable: false });
	expect(error.hint).toContain('Ignore SSL Issues');
});

test('it is accepted when SSL issues are ignored, also through a proxy', async () => {
	const url = await safe();
	const lax = () => closing(httpFor({ allowUnauthorizedCerts: true }));
	expect(await (await lax().request({ method: 'GET', url })).text()).toBe('safe');
	const proxy = closing(await tunnelProxy());
	process.env.HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
	try {
		expect(await (await lax().request({ method: 'GET', url })).text()).toBe('safe');
		expect(proxy.tunnels).toBe(1);
	} finally {
		delete process.env.HTTPS_PROXY;
	}
});

test('https to a plain http port hints at the scheme', async () => {
	const s = await server((_, answer) => answer.end());
	const error = await errorOf(http().request({ method: 'GET', url: s.url.replace('http:', 'https:') }));
	expect(error).toMatchObject({ kind: 'network', retryable: false });
	expect(error.hint).toContain('http://');
});
