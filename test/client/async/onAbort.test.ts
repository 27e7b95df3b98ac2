import { onAbort } from '../../../src/client/async/onAbort';

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
