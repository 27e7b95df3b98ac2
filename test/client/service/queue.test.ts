import { waitForQueue } from '../../../src/client/service/queue';
import { callerWith, errorOf, fakeClock, fieldsOf, scriptedHttp } from '../../support/ports';

const task = (status: unknown) => ({ body: { status, fullpath: 'a/b' } });

test('asks until the task is completed, after growing pauses', async () => {
	const clock = fakeClock();
	const http = scriptedHttp(...Array.from({ length: 9 }, (_, i) => task(i < 2 ? 0 : '1')), task('2'));
	expect(await waitForQueue(callerWith(http, { clock }), 'q7', { timeoutMs: 60_000 })).toEqual({
		status: 2,
		fullpath: 'a/b',
	});
	expect(http.sent[0]?.url).toBe('https://files.example.com/m-open/1/file/queue_status');
	expect(http.sent.every((r) => fieldsOf(r).queue_id === 'q7')).toBe(true);
});

test('when the time is over, the error names the task and says that it continues', async () => {
	const clock = fakeClock();
	const error = await errorOf(waitForQueue(callerWith(scriptedHttp(task(1)), { clock }), 'q7', { timeoutMs: 3000 }));
	expect(error).toMatchObject({ kind: 'busy', retryable: false, operation: 'libraryFileQueueStatus' });
	expect(error.hint).toContain('Copy Task: Get');
	expect(error.message).toMatch(/q7.*3 seconds.*continues/);
	expect(clock.slept.reduce((a, b) => a + b)).toBe(3000);
});

test('pauses from 500 ms on grow by half, to 5 s', async () => {
	const pauses = [500, 750, 1125, 1687.5, 2531.25, 3796.875, 5000, 5000];
	const clock = fakeClock();
	const http = scriptedHttp(...pauses.map(() => task(1)), task(2));
	await waitForQueue(callerWith(http, { clock }), 'q7', { timeoutMs: 100_000 });
	expect(clock.slept).toEqual(pauses);
});

test.each([
	[{ status: 3, fullpath: 'a/b' }, 'The queued task q7 failed in the service at "a/b"'],
	[{ status: 3, fullpath: '' }, 'The queued task q7 failed in the service'],
	[{ status: '3' }, 'The queued task q7 failed in the service'],
])('the error of a failed task says where, where the service does: %j', async (body, message) => {
	const error = await errorOf(waitForQueue(callerWith(scriptedHttp({ body })), 'q7', { timeoutMs: 1 }));
	expect(error).toMatchObject({ kind: 'conflict', retryable: false, message, operation: 'libraryFileQueueStatus' });
	expect(error.hint).toContain('target');
});

test.each(['', 'soon', null, {}])('the state %j is none', async (status) => {
	const error = await errorOf(waitForQueue(callerWith(scriptedHttp(task(status))), 'q7', { timeoutMs: 1 }));
	expect(error).toMatchObject({ kind: 'protocol', operation: 'libraryFileQueueStatus' });
});
