import { call } from '../../../src/client/service/call';
import { callerWith, errorOf, fakeClock, fieldsOf, scriptedHttp } from '../../support/ports';
import { mac, read, write } from './callFixtures';

const refusal = (date: string) => ({
	status: 401,
	headers: { date },
	body: { error_code: 401041, error_msg: 'sign' },
});
const later = 'Tue, 14 Nov 2023 23:13:20 GMT'; // 1 700 003 600

test('a write is signed once more with the time of the service, and later calls use it at once', async () => {
	const http = scriptedHttp(refusal(later), {}, {});
	const clock = fakeClock();
	await call(callerWith(http, { clock }), write, { fullpath: 'x' });
	await call(callerWith(http, { clock }), read, {});
	expect(http.sent.map((r) => fieldsOf(r).dateline)).toEqual(['1700000000', '1700003600', '1700003600']);
	expect(fieldsOf(http.sent[1]).sign).toBe(mac(['1700003600', 'x', 'lib1']));
	expect(clock.slept).toEqual([]);
});

test('a second refusal is reported', async () => {
	const http = scriptedHttp(refusal(later));
	const failure = await errorOf(call(callerWith(http), write, {}));
	expect(http.sent).toHaveLength(2);
	expect(failure.hint).toContain('3600 seconds behind');
});

test('a small difference is not corrected', async () => {
	const http = scriptedHttp(refusal('Tue, 14 Nov 2023 22:13:50 GMT'));
	await errorOf(call(callerWith(http), write, {}));
	expect(http.sent).toHaveLength(1);
});
