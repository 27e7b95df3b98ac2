import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { helperHttp } from '../../../src/n8n/credentials/helperHttp';
import { errorOf, fakeClock } from '../../support/ports';

test("a request by n8n's helper that does not end is given up, and its signal says so", async () => {
	let signal: IHttpRequestOptions['abortSignal'];
	const helper: Pick<IHttpRequestHelper['helpers'], 'httpRequest'> = {
		httpRequest: async ({ abortSignal }) => {
			signal = abortSignal;
			return await new Promise<never>(() => undefined);
		},
	};
	const http = helperHttp({ helpers: helper } as IHttpRequestHelper, false, fakeClock());
	const error = await errorOf(http.request({ method: 'GET', url: 'https://files.example.com/x?sign=s' }));
	expect(error).toMatchObject({ kind: 'timeout', code: 'tooSlow' });
	expect(error.message).toMatch(/^https:\/\/files\.example\.com: too little/);
	expect(signal?.aborted).toBe(true);
});

test("what n8n's protection against forged requests refuses is said, and nothing else of its error", async () => {
	class SsrfBlockedIpError extends Error {}
	const refusal = new Error('GET /x?sign=s', { cause: new SsrfBlockedIpError('10.0.0.1 is blocked') });
	const helpers = { httpRequest: async () => await Promise.reject(refusal) };
	const http = helperHttp({ helpers } as unknown as IHttpRequestHelper, false, fakeClock());
	const error = await errorOf(http.request({ method: 'GET', url: 'https://files.example.com/x?sign=s' }));
	expect(error.message).toBe('https://files.example.com: this machine does not allow the connection');
	expect(error).toMatchObject({ retryable: false });
});
