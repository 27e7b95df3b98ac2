import { httpFor } from '../../../src/client/http/http';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { server, closing } = httpBench();

test('the egress filter checks every address, redirect and connection', async () => {
	const far = await server((_, answer) => answer.end('far'));
	const near = await server((_, answer) => answer.writeHead(302, { location: `${far.url}/secret` }).end());
	const asked: string[] = [];
	const egress = {
		validateUrl: async (url: string) => {
			asked.push(url);
			return url.includes('forbidden') ? { ok: false, error: new Error('no') } : { ok: true };
		},
		createSecureLookup:
			() =>
			(_host: string, options: { all?: boolean }, done: (e: Error | null, a: unknown, f?: number) => void) => {
				asked.push('lookup');
				if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
				else done(null, '127.0.0.1', 4);
			},
		validateRedirectSync: (url: string) => {
			if (url.endsWith('/secret')) throw new Error('no');
		},
	};
	const filtered = closing(httpFor({ allowUnauthorizedCerts: false, egress }));
	expect(httpFor({ allowUnauthorizedCerts: false, egress })).toBe(filtered);
	expect(await errorOf(filtered.request({ method: 'GET', url: `${near.url}/forbidden` }))).toMatchObject({
		kind: 'network',
		retryable: false,
	});
	expect(near.requests).toHaveLength(0);
	expect(await errorOf(filtered.request({ method: 'GET', url: near.url, followRedirects: true }))).toMatchObject({
		kind: 'network',
		retryable: false,
	});
	expect(far.requests).toHaveLength(0);
	const port = new URL(far.url).port;
	expect(await (await filtered.request({ method: 'GET', url: `http://made-up.invalid:${port}/` })).text()).toBe(
		'far',
	);
	expect(asked).toContain('lookup');
});
