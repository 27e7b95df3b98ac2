import { systemClock } from '../../../src/client/async/clock';

/** The clock of the client moves on instead of waiting, in all tests of a file. */
export function quickTime(): void {
	let ahead = 0;
	beforeAll(() => {
		const steady = systemClock.steady!.bind(systemClock);
		jest.spyOn(systemClock, 'steady').mockImplementation(() => steady() + ahead);
		jest.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + ahead);
		jest.spyOn(systemClock, 'sleep').mockImplementation(async (ms, signal) => {
			signal?.throwIfAborted();
			ahead += ms;
			await new Promise((resolve) => setImmediate(resolve));
			signal?.throwIfAborted();
		});
	});
}
