import { pages } from '../../../src/client/paging/pages';
import { type ListRequest, lists } from '../../../src/protocol/operation/define';
import { callerWith, scriptedHttp } from '../../support/ports';

/* Logs with entries that are equal, because they have no IDs. Each letter is one; a page has four of them. */

const LOG: ListRequest<{ name: string }> = {
	...{ id: 'log', route: 'POST /log', credential: 'org', repeatable: true, output: lists<{ name: string }>() },
	paging: {
		...{ kind: 'offset', pageSize: 4, keyFields: 'none' },
		log: { order: 'order', end: 'end', time: 'dateline' },
	},
};

/** What is read of a service that answers with these pages and totals, in this order. */
async function read(order: string, answers: readonly string[], totals: readonly number[]): Promise<string> {
	let nth = 0;
	const http = scriptedHttp(() => {
		const list = [...(answers[nth] ?? '')].map((name) => ({ name }));
		return { body: { list, total: totals[nth++] } };
	});
	const found: string[] = [];
	const reading = pages(callerWith(http), LOG, { order }, { onNotice: () => undefined });
	for await (const { name } of reading) found.push(name);
	return found.join('');
}

// Each page repeats the last entry of the one before.
test.each([
	['begins with the oldest and grows at its end by d', 'asc', ['abxx', 'xxcd'], [6, 7], 'abxxxcd'],
	['begins with the newest and grows there by d', 'desc', ['abxx', 'xxxc'], [6, 7], 'abxxxc'],
	['has equal entries only', 'desc', ['xxxx', 'xxxx', 'xxxx', 'xx'], [11, 11, 11, 11], 'xxxxxxxxxxx'],
])('a log that %s', async (_what, order, answers, totals, expected) => {
	expect(await read(order, answers, totals)).toBe(expected);
});
