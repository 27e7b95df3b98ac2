import { sized } from '../../support/runs';
import { watchTurns } from '../../support/longestTurn';
import { Synchronization } from './synchronization';

/* A large directory: n8n does something else in between. */

let sync: Synchronization;
beforeAll(async () => {
	sync = await Synchronization.start();
});
afterAll(async () => await sync.close());

const members = (count: number) =>
	Array.from({ length: count }, (_, at) => ({
		...{ type: 'member', outId: `m${at}`, name: `Person ${at}`, account: `person.${at}@example.com` },
		...{
			email: `person.${at}@example.com`,
			phone: '+1 555 0100',
			title: 'Engineer',
			leaderOutId: at === 0 ? '' : `m${at >> 1}`,
		},
	}));

const COUNT = sized(20_000);

test.each(['items', 'json'])('20,000 new members, as %s', async (source) => {
	const planOf = (count: number) => {
		const entries = members(count);
		const parameters = source === 'json' ? { source, directory: JSON.stringify(entries) } : {};
		const input = source === 'json' ? [{}] : entries;
		return async () => await sync.run(input, { ...parameters, planOutput: 'changes' });
	};
	await planOf(1_000)();
	const { result, longestMs } = await watchTurns(planOf(COUNT));
	expect([result.error?.message, result.changes.length]).toEqual([undefined, COUNT]);
	expect(longestMs).toBeLessThan(100);
});
