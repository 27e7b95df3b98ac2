import { onAbort, stopWith } from '../../../src/client/async/onAbort';

/* What a signal stops, by one listener for all. */

test('each is stopped once; what was over before is not, and neither is what comes later', () => {
	const controller = new AbortController();
	const stopped: string[] = [];
	const [, over] = ['a', 'b', 'c'].map((name) => onAbort(controller.signal, () => void stopped.push(name)));
	over?.();
	controller.abort();
	controller.abort();
	onAbort(controller.signal, () => void stopped.push('late'));
	expect(stopped).toEqual(['a', 'c']);
});

test('one stop may end another', () => {
	const controller = new AbortController();
	const stopped: string[] = [];
	let endOther = (): void => undefined;
	onAbort(controller.signal, () => {
		stopped.push('first');
		endOther();
	});
	endOther = onAbort(controller.signal, () => void stopped.push('other'));
	controller.abort();
	expect(stopped).toEqual(['first']);
});

test('a thousand requests are one listener, and signals have nothing to do with each other', () => {
	const [one, other] = [new AbortController(), new AbortController()];
	const added = jest.spyOn(one.signal, 'addEventListener');
	let stops = 0;
	for (let n = 0; n < 1000; n++) onAbort(one.signal, () => void stops++)();
	onAbort(one.signal, () => void stops++);
	onAbort(other.signal, () => void (stops += 10));
	one.abort();
	expect([added.mock.calls.length, stops]).toEqual([1, 1]);
});

test('whichever are over before, each of the others is stopped once', () => {
	for (let over = 0; over < 32; over++) {
		const controller = new AbortController();
		const stopped: number[] = [];
		const ends = [0, 1, 2, 3, 4].map((n) => onAbort(controller.signal, () => void stopped.push(n)));
		const isOver = (n: number): boolean => (over & (1 << n)) !== 0;
		ends.forEach((end, n) => isOver(n) && (end(), end()));
		controller.abort();
		expect(stopped.sort()).toEqual([0, 1, 2, 3, 4].filter((n) => !isOver(n)));
	}
});

test('a controller stops with a signal, for its reason; where there is none, or not yet, by itself alone', () => {
	const parent = new AbortController();
	const [own, other] = [stopWith(parent.signal), stopWith(parent.signal)];
	other.abort('over');
	expect([own.signal.aborted, parent.signal.aborted]).toEqual([false, false]);
	parent.abort('enough');
	expect([own.signal.reason, other.signal.reason]).toEqual(['enough', 'over']);
	expect(stopWith(parent.signal).signal.reason).toBe('enough');
	expect(stopWith(undefined).signal.aborted).toBe(false);
});
