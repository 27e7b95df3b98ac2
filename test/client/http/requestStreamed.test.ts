import { buffer } from 'node:stream/consumers';
import { requestStreamed } from '../../../src/client/http/http';
import type { AnswerHandler } from '../../../src/edition/ports/transport';
import { errorOf } from '../../support/ports';
import { Asked } from './asked';

/* Requests whose answers are read as they come: what begins them, and what ends them. */

/** A request whose handler the test plays with. */
function requested(signal: AbortSignal) {
	let handler: AnswerHandler | undefined;
	const clock = { now: () => 0, sleep: async () => await new Promise<void>(() => undefined) };
	const asked = new Asked();
	const answer = requestStreamed((given) => void (handler = given), {
		clock,
		where: '',
		signal,
		silenceMs: 60_000,
		slackMs: 60_000,
	});
	if (!handler) throw new Error('nothing was sent');
	return { asked, answer, handler };
}

test('the head that counts is the first that is not provisional', async () => {
	const { asked, answer, handler } = requested(new AbortController().signal);
	handler.onRequestStart(asked);
	handler.onResponseStart(asked, 103, { link: 'x' });
	handler.onResponseStart(asked, 200, { 'x-a': '1' });
	handler.onResponseData(asked, Buffer.from('abc'));
	handler.onResponseEnd();
	const { statusCode, headers, body } = await answer;
	expect([statusCode, headers]).toEqual([200, { 'x-a': '1' }]);
	expect((await buffer(body)).toString()).toBe('abc');
	expect(asked.calls).toEqual([]);
});

test('an error before the head is that of the request, one after it that of the body', async () => {
	const before = requested(new AbortController().signal);
	before.handler.onResponseError(before.asked, new Error('refused'));
	expect((await errorOf(before.answer)).message).toBe('refused');
	const after = requested(new AbortController().signal);
	after.handler.onResponseStart(after.asked, 200, {});
	const { body } = await after.answer;
	const failure = errorOf(body.receive(() => undefined));
	after.handler.onResponseError(after.asked, new Error('cut'));
	expect((await failure).message).toBe('cut');
});

test('a signal stops a request at its start and later, not after its end', () => {
	const early = requested(AbortSignal.abort(new Error('enough')));
	early.handler.onRequestStart(early.asked);
	expect(early.asked.calls).toEqual(['abort: enough']);
	const stop = new AbortController();
	const late = requested(stop.signal);
	const ended = requested(stop.signal);
	const failed = requested(stop.signal);
	failed.answer.catch(() => undefined);
	for (const { handler, asked } of [late, ended, failed]) handler.onRequestStart(asked);
	ended.handler.onResponseEnd();
	failed.handler.onResponseError(failed.asked, new Error('refused'));
	expect(late.asked.calls).toEqual([]);
	stop.abort('no error');
	expect([late, ended, failed].map(({ asked }) => asked.calls)).toEqual([['abort: aborted'], [], []]);
});
