import { call } from '../../../src/client/service/call';
import { callerWith, fakeClock, fieldsOf, scriptedHttp } from '../../support/ports';
import { mac, read, write } from './callFixtures';

const refusal = (date: string) => ({ status: 401, headers: { date }, body: { error_code: 401041, error_msg: 'sign' } });
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

const START = 1_700_000_000;
const at = (seconds: number) => refusal(new Date((START + seconds) * 1000).toUTCString());
const datelines = async (...script: Parameters<typeof scriptedHttp>) => {
	const http = scriptedHttp(...script);
	const [clock, failures] = [fakeClock(), [] as string[]];
	for (let calls = 0; calls < 3; calls++)
		await call(callerWith(http, { clock }), write, {}).catch(({ kind }: { kind: string }) => failures.push(kind));
	return { sent: http.sent.map((r) => Number(fieldsOf(r).dateline) - START), failures };
};

test('a clock that was put right again is believed again', async () => {
	expect(await datelines(at(3600), {}, at(10), {}, {})).toEqual({ sent: [0, 3600, 3600, 0, 0], failures: [] });
});

test('a service whose clock jumps to the other side is followed', async () => {
	expect(await datelines(at(3600), {}, at(-3600), {}, {})).toEqual({
		sent: [0, 3600, 3600, -3600, -3600],
		failures: [],
	});
});

test('a minute is the limit: more is corrected, a minute is not', async () => {
	expect(await datelines(at(60), {}, {})).toEqual({ sent: [0, 0, 0], failures: ['auth'] });
	expect(await datelines(at(-60), {}, {})).toEqual({ sent: [0, 0, 0], failures: ['auth'] });
	expect(await datelines(at(61), {}, {}, {})).toEqual({ sent: [0, 61, 61, 61], failures: [] });
	expect(await datelines(at(61), {}, at(60), {}, {})).toEqual({ sent: [0, 61, 61, 61], failures: ['auth'] });
});
