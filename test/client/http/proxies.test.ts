import { httpFor } from '../../../src/client/http/http';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

/* Which proxy of the environment a request takes: the same as n8n's own requests. */

const { http, server } = httpBench();
const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
const before = { ...process.env };
const environment = (variables: Readonly<Record<string, string>>): void => {
	for (const name of NAMES) delete process.env[name];
	Object.assign(process.env, variables);
};
afterEach(() => {
	environment(
		Object.fromEntries(Object.entries(before).filter(([name]) => NAMES.includes(name)) as [string, string][]),
	);
});

/** What answers a request for an address that does not exist, by the variables of the environment. */
async function answerWith(variables: (proxy: string) => Record<string, string>, url: string): Promise<string> {
	const proxy = await server((request, answer) => answer.end(`proxy ${request.url}`));
	environment(variables(proxy.url));
	return await (await http().request({ method: 'GET', url })).text();
}

const FAR = 'http://files.example.invalid/x';

test.each<[string, (proxy: string) => Record<string, string>]>([
	['HTTP_PROXY', (proxy) => ({ HTTP_PROXY: proxy })],
	['http_proxy before HTTP_PROXY', (proxy) => ({ http_proxy: proxy, HTTP_PROXY: 'http://127.0.0.1:1' })],
	['HTTP_PROXY beside an empty http_proxy', (proxy) => ({ http_proxy: '', HTTP_PROXY: proxy })],
	['ALL_PROXY', (proxy) => ({ ALL_PROXY: proxy })],
	['a NO_PROXY about others', (proxy) => ({ HTTP_PROXY: proxy, NO_PROXY: 'localhost,example.com' })],
])('http takes the proxy of %s', async (_name, variables) => {
	expect(await answerWith(variables, FAR)).toBe(`proxy ${FAR}`);
});

test.each<[string, (proxy: string) => Record<string, string>]>([
	['HTTPS_PROXY alone', (proxy) => ({ HTTPS_PROXY: proxy })],
	['NO_PROXY', (proxy) => ({ HTTP_PROXY: proxy, NO_PROXY: '127.0.0.1' })],
	['no_proxy in lower case', (proxy) => ({ ALL_PROXY: proxy, no_proxy: 'a.example,127.0.0.1' })],
])('http is direct with %s', async (_name, variables) => {
	const near = await server((_, answer) => answer.end('direct'));
	expect(await answerWith(variables, near.url)).toBe('direct');
});

test('https does not take the proxy of http, as n8n does not', async () => {
	const proxy = await server((_, answer) => answer.end());
	environment({ HTTP_PROXY: proxy.url });
	const closed = httpFor({ allowUnauthorizedCerts: false });
	const error = await errorOf(closed.request({ method: 'GET', url: 'https://127.0.0.1:1/' }));
	expect(error).toMatchObject({ code: 'ECONNREFUSED' });
	expect(proxy.sockets).toBe(0);
});

test('a proxy that opens no tunnel: the error names it, its status and no password', async () => {
	const proxy = await server((_, answer) => answer.end());
	proxy.server.on('connect', (_request, socket) => socket.end('HTTP/1.1 407 Login\r\ncontent-length: 0\r\n\r\n'));
	environment({ HTTPS_PROXY: proxy.url.replace('//', '//user:pa55w0rd@') });
	const error = await errorOf(http().request({ method: 'GET', url: 'https://files.example.invalid/x?sign=s3cr3t' }));
	expect(error).toMatchObject({ kind: 'network', retryable: false });
	expect(error.message).toBe('https://files.example.invalid: the proxy refused the connection (HTTP 407)');
	const kept = [error.message, error.hint, error.stack, String((error.cause as Error).stack)].join('\n');
	for (const secret of ['pa55w0rd', 's3cr3t', btoa('user:pa55w0rd')]) expect(kept).not.toContain(secret);
});
