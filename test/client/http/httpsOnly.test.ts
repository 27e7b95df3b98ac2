import { httpFor } from '../../../src/client/http/http';
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
