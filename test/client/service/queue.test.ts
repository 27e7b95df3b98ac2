import { waitForQueue } from '../../../src/client/service/queue';
import { callerWith, errorOf, fakeClock, fieldsOf, scriptedHttp } from '../../support/ports';

const item = (status: unknown) => ({ body: { status, fullpath: 'a/b' } });

test('asks until it is done, with growing pauses', async () => {
	const clock = fakeClock();
	const http = scriptedHttp(...Array.from({ length: 9 }, (_, i) => item(i < 2 ? 0 : '1')), item('2'));
	expect(await waitForQueue(callerWith(http, { clock }), 'q7', { timeoutMs: 60_000 })).toEqual({
		status: 2,
		fullpath: 'a/b',
	});
	expect(http.sent[0]?.url).toBe('https://files.example.com/m-open/1/file/queue_status');
	expect(http.sent.every((r) => fieldsOf(r)['queue_id'] === 'q7')).toBe(true);
	expect(clock.slept[0]).toBe(500);
	expect(clock.slept.at(-1)).toBe(5000);
	expect(clock.slept).toEqual([...clock.slept].sort((a, b) => a - b));
});

test('a failed job is a conflict, without a retry', async () => {
	expect(await errorOf(waitForQueue(callerWith(scriptedHttp(item(3))), 'q7', { timeoutMs: 1000 }))).toMatchObject({
		kind: 'conflict',
		retryable: false,
	});
});

test('time over names the job and says that it goes on', async () => {
	const clock = fakeClock();
	const error = await errorOf(waitForQueue(callerWith(scriptedHttp(item(1)), { clock }), 'q7', { timeoutMs: 3000 }));
	expect(error).toMatchObject({ kind: 'busy', retryable: false });
	expect(error.message).toMatch(/q7.*3 seconds.*goes on/);
	expect(clock.slept.reduce((a, b) => a + b)).toBe(3000);
});

test('an answer without a state is an error; a cancel ends the wait', async () => {
	expect(await errorOf(waitForQueue(callerWith(scriptedHttp({ body: {} })), 'q', { timeoutMs: 1 }))).toMatchObject({
		kind: 'protocol',
	});
	const stop = new AbortController();
	const http = scriptedHttp(() => {
		stop.abort();
		return item(0);
	});
	expect(
		await errorOf(waitForQueue(callerWith(http, { signal: stop.signal }), 'q', { timeoutMs: 9999 })),
	).toMatchObject({ kind: 'aborted' });
});
