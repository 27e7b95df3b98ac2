import { makeSlots } from '../../../src/client/async/slots';
import type { Http } from '../../../src/client/http/types';
import { call } from '../../../src/client/service/call';
import { withSlots } from '../../../src/client/service/withSlots';
import { callerWith, orgAccount, scriptedHttp } from '../../support/ports';
import { read } from './callFixtures';

test('callers with the same slots share the number of requests under way', async () => {
	let [underWay, most] = [0, 0];
	const answering = scriptedHttp({ body: { hash: 'h' } });
	const http: Http = {
		...answering,
		request: async (request) => {
			most = Math.max(most, ++underWay);
			await new Promise((resolve) => setImmediate(resolve));
			underWay--;
			return await answering.request(request);
		},
	};
	const slots = makeSlots(2);
	const callers = [withSlots(callerWith(http), slots), withSlots(callerWith(http), slots)];
	const answers = await Promise.all(
		[...callers, ...callers, ...callers].map(async (caller) => await call(caller, read, { fullpath: 'a' })),
	);
	expect(answers).toEqual(Array.from({ length: 6 }, () => ({ hash: 'h' })));
	expect(most).toBe(2);
	expect(answering.sent).toHaveLength(6);
	expect(answering.sent[0]?.url).toBe('https://files.example.com/m-open/1/file/info');
});

test('closing such a caller closes its connections; its account is the newest one', async () => {
	let closed = 0;
	let account = orgAccount();
	const http: Http = {
		...scriptedHttp({}),
		close: async () => {
			closed++;
			await Promise.resolve();
		},
	};
	const caller = withSlots(
		{
			...callerWith(http),
			get account() {
				return account;
			},
		},
		makeSlots(1),
	);
	account = orgAccount('https://other.example.com');
	expect(caller.account.baseUrl).toBe('https://other.example.com');
	await caller.http.close();
	expect(closed).toBe(1);
});
