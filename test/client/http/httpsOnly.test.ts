import { httpFor } from '../../../src/client/http/http';
import { untrustedCertificate } from '../../support/certificate';
import { FakeServer } from '../../support/fakeServer';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { server, closing } = httpBench();
const strict = () => closing(httpFor({ allowUnauthorizedCerts: true, httpsOnly: true }));

test('an http address is refused before anything is sent', async () => {
	const plain = await server((_, answer) => answer.end());
	const error = await errorOf(strict().request({ method: 'GET', url: `${plain.url}/file?sign=s3cr3t-signature` }));
	expect(error).toMatchObject({ kind: 'protocol', retryable: false });
	expect(error.message).toBe(`${plain.url}: the service names a server without encryption (http)`);
	expect(error.hint).toContain('Allow HTTP Servers');
	expect(plain.requests).toHaveLength(0);
});

test('a redirect from https to http is not followed', async () => {
	const plain = await server((_, answer) => answer.end());
	const moved = { status: 302, headers: { location: `${plain.url}/file` }, body: '' };
	const { url } = closing(await FakeServer.start(() => moved, { tls: untrustedCertificate() }));
	const error = await errorOf(strict().request({ method: 'GET', url, followRedirects: true }));
	expect(error.message).toContain('without encryption');
	expect(plain.requests).toHaveLength(0);
});
