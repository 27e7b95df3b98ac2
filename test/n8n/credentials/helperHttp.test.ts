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
