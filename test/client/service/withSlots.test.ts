import { makeSlots, withSlots } from '../../../src/client/service/callerVariants';
import { textAnswer } from '../../../src/client/http/httpAnswer';
import { callerWith, orgAccount } from '../../support/ports';

test('callers with the same slots share the number of requests under way, and close what is theirs', async () => {
	let [underWay, most, closed] = [0, 0, 0];
	const http = {
		request: async () => {
			most = Math.max(most, ++underWay);
			await new Promise((resolve) => setImmediate(resolve));
			underWay--;
			return textAnswer(200, {}, 'answer');
		},
		close: async () => {
			closed++;
			await Promise.resolve();
		},
	};
	const slots = makeSlots(2);
	const callers = [withSlots(callerWith(http), slots), withSlots(callerWith(http), slots)];
	const asked = [1, 2, 3].flatMap(() =>
		callers.map(async (caller) => await caller.http.request({ method: 'GET', url: 'http://x' })),
	);
	expect(await Promise.all((await Promise.all(asked)).map(async (answer) => await answer.text()))).toEqual(
		Array.from({ length: 6 }, () => 'answer'),
	);
	expect([most, callers[0]?.account]).toEqual([2, orgAccount()]);
	await callers[0]?.http.close();
	expect(closed).toBe(1);
});
