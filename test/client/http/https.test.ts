import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { httpFor } from '../../../src/client/http/http';
import { untrustedCertificate } from '../../support/certificate';
import { FakeServer } from '../../support/fakeServer';
import { errorOf } from '../../support/ports';
import { httpBench, tunnelProxy } from './httpBench';

const { http, server, closing } = httpBench();
/** The address of an HTTPS server with an untrusted certificate. */
const safe = async (): Promise<string> =>
	closing(await FakeServer.start(() => ({ body: 'safe' }), { tls: untrustedCertificate() })).url;

test('an untrusted certificate is refused, with a hint', async () => {
	const error = await errorOf(http().request({ method: 'GET', url: await safe() }));
	expect(error).toMatchObject({ kind: 'network', retryable: false });
	expect(error.hint).toContain('Ignore SSL Issues');
});

test('it is accepted when SSL issues are ignored, also through a proxy', async () => {
	const url = await safe();
	const lax = () => httpFor({ allowUnauthorizedCerts: true });
	expect(await (await lax().request({ method: 'GET', url })).text()).toBe('safe');
	const proxy = closing(await tunnelProxy());
	process.env.HTTPS_PROXY = proxy.url;
	try {
		expect(await (await lax().request({ method: 'GET', url })).text()).toBe('safe');
		expect(proxy.tunnels).toBe(1);
	} finally {
		delete process.env.HTTPS_PROXY;
	}
});

test('an authority that n8n is started with is trusted, without ignoring anything', async () => {
	const [certificate, folder] = [untrustedCertificate(), mkdtempSync(path.join(tmpdir(), 'authority-'))];
	const file = path.join(folder, 'authority.pem');
	writeFileSync(file, certificate.cert);
	const { url } = closing(await FakeServer.start(() => ({ body: 'safe' }), { tls: certificate }));
	// Node.js reads the file when a process begins.
	const requested = async (more: NodeJS.ProcessEnv): Promise<string> => {
		const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
		const script = path.join(__dirname, 'trustedRequest.script.ts');
		const program = ['--import', require.resolve('tsx'), script, url.replace('127.0.0.1', 'localhost')];
		return (await promisify(execFile)(process.execPath, program, { env: { ...env, ...more } })).stdout;
	};
	expect(await requested({ NODE_EXTRA_CA_CERTS: file })).toBe('safe');
	expect(await requested({})).toContain('certificate');
	rmSync(folder, { recursive: true });
});

test('https to a plain http port hints at the scheme', async () => {
	const s = await server((_, answer) => answer.end());
	const error = await errorOf(http().request({ method: 'GET', url: s.url.replace('http:', 'https:') }));
	expect(error).toMatchObject({ kind: 'network', retryable: false });
	expect(error.hint).toContain('http://');
});
