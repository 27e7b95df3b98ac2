import type { FaultRule } from '../../emulator';
import { quickTime } from '../support/quickTime';
import { inShort, RestoreLab, type State } from './restoreLab';

/* Runs that are stopped, and those that come after them. */

quickTime();
const lab = new RestoreLab();
beforeAll(async () => await lab.begin());
afterAll(async () => await lab.close());

/**
 * Stops a run at each of its requests, or lets only that one fail, in a library of its own, and begins another one,
 * which makes the rest.
 */
async function finishesAnyStoppedRun(
	restore: object,
	history: () => { time: number; then: State },
	how: FaultRule['action'],
) {
	let requests = Infinity;
	for (let at = 0; at < requests; at++)
		for (const isStopped of [false, true]) {
			lab.newLibrary();
			const { time, then } = history();
			lab.tick();
			const fails = (number: number): boolean => number === at || (isStopped && number > at);
			const stopped = await lab.restoreFailing(fails, how, time, restore);
			if (stopped.requests <= at) requests = at;
			expect((await lab.restore(time, restore)).error).toBeUndefined();
			expect(lab.state()).toEqual(then);
		}
	expect(requests).toBeGreaterThan(8);
}

test.each([{ changedBy: ['Kim'] }, { patterns: ['*.locked'] }])(
	'a run with %j that is stopped at any request is finished by the next one',
	async (filters) => {
		const encrypted = () => {
			for (const path of ['F/a', 'F/b']) lab.write(path, path);
			const played = { time: lab.clock.now(), then: lab.state() };
			for (const path of ['F/a', 'F/b']) {
				lab.write(path, 'encrypted', 'Kim');
				lab.move(path, `${path}.locked`, 'Kim');
			}
			return played;
		};
		await finishesAnyStoppedRun({ filters }, encrypted, { status: 403 });
	},
);

test('a run that is stopped while it takes back a recovery is finished by the next one', async () => {
	const broughtBack = () => {
		lab.write('a', 'deleted then');
		lab.remove('a');
		lab.write('a', 'there then');
		const played = { time: lab.clock.now(), then: lab.state() };
		lab.move('a', 'c');
		lab.bringBack('a');
		return played;
	};
	await finishesAnyStoppedRun({ newFiles: 'recycle' }, broughtBack, 'resetAfter');
});

test('a name that makes way for another one is no change of the person, so the next run tells what stays', async () => {
	lab.newLibrary();
	for (const path of ['a', 'b']) lab.write(path, path);
	const time = lab.clock.now();
	lab.remove('b');
	lab.move('a', 'b', 'Lee');
	lab.bringBack('b', 'Lee');
	lab.write('a', 'new');
	const filters = { changedBy: ['Lee'] };
	const { items } = await lab.restore(time, { filters });
	expect(inShort(items)).toEqual(['move b done', 'move b(2) -> b done', 'keep b -> a skipped']);
	expect(inShort((await lab.restore(time, { filters })).items)).toEqual(['keep b(3) -> a skipped']);
});
