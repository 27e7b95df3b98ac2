import { sendUnlessDone } from '../../../src/client/plan/applyPlan';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fakeClock, scriptedHttp } from '../../support/ports';

/* A change whose answer may be lost: it is looked at before it is sent again. */

const failing = (kind: 'busy' | 'network' | 'conflict' | 'auth' | 'aborted', more: object = {}) =>
	new LibraryError(kind, kind, more);

/** Settles a change: each sending meets one of `failures` (none: it succeeds), each look answers one of `looks`. */
async function settled(failures: Array<Error | undefined>, looks: Array<boolean | Error> = []) {
	const clock = fakeClock();
	let [sent, looked] = [0, 0];
	const send = async () => {
		const failure = failures[Math.min(sent++, failures.length - 1)];
		if (failure) throw failure;
		return 'answer';
	};
	const isMade = async () => {
		const look = looks[Math.min(looked++, looks.length - 1)] ?? false;
		if (look instanceof Error) throw look;
		return look;
	};
	const caller = callerWith(scriptedHttp(), { clock });
	const outcome = await sendUnlessDone(caller, send, isMade).catch((error: unknown) => error);
	return { outcome, sent, looked, slept: clock.slept };
}

test('a change that succeeds is not looked at', async () => {
	expect(await settled([undefined])).toEqual({ outcome: 'answer', sent: 1, looked: 0, slept: [] });
});

test('one whose answer was lost is not sent again', async () => {
	expect(await settled([failing('network')], [true])).toEqual({ outcome: undefined, sent: 1, looked: 1, slept: [] });
});

test('one that was not made is sent up to four times, with growing pauses', async () => {
	const failure = failing('busy');
	expect(await settled([failure])).toEqual({ outcome: failure, sent: 4, looked: 4, slept: [500, 1000, 2000] });
	expect(await settled([failure, failure, undefined])).toMatchObject({ outcome: 'answer', sent: 3 });
});

test('the service may ask for a longer pause, of at most a minute; a longer one ends the attempts', async () => {
	expect(await settled([failing('busy', { retryAfter: 7 }), undefined])).toMatchObject({ slept: [7000] });
	expect(await settled([failing('busy', { retryAfter: 60 }), undefined])).toMatchObject({ slept: [60_000] });
	expect(await settled([failing('busy', { retryAfter: 61 }), undefined])).toMatchObject({ slept: [], sent: 1 });
	expect(await settled([failing('busy', { retryAfter: 0 }), undefined])).toMatchObject({ slept: [500] });
});

test('what will not pass is thrown after one look, or as often as it is worth', async () => {
	const conflict = failing('conflict');
	expect(await settled([conflict])).toMatchObject({ outcome: conflict, sent: 1, looked: 1 });
	expect(await settled([conflict], [true])).toMatchObject({ outcome: undefined, sent: 1 });
	expect(await settled([failing('conflict', { retries: 1 })])).toMatchObject({ sent: 2, looked: 2 });
});

test('a look that fails is made again: what is not known is not sent again', async () => {
	const lost = failing('network');
	expect(await settled([failing('busy'), undefined], [lost, lost, false])).toMatchObject({
		...{ outcome: 'answer', sent: 2, looked: 3 },
	});
	expect(await settled([lost], [lost, lost, true])).toMatchObject({ outcome: undefined, sent: 1, looked: 3 });
	const { outcome, sent, looked } = await settled([lost, undefined], [lost]);
	expect([outcome, sent, looked]).toMatchObject([{ kind: 'network' }, 1, 4]);
	expect((outcome as Error).message).toContain('whether the change was made is not known');
	expect(await settled([failing('busy'), undefined], [failing('auth')])).toMatchObject({ sent: 1, looked: 1 });
});

test.each([failing('auth'), failing('aborted', { retryable: true }), new TypeError('a mistake of ours')])(
	'a failure of another kind is thrown at once (%#)',
	async (failure) => {
		expect(await settled([failure], [true])).toEqual({ outcome: failure, sent: 1, looked: 0, slept: [] });
	},
);

test('a pause can be cancelled', async () => {
	const controller = new AbortController();
	const caller = callerWith(scriptedHttp(), { signal: controller.signal });
	const ended = sendUnlessDone(
		caller,
		async () => {
			controller.abort();
			throw failing('busy');
		},
		async () => false,
	);
	expect(await errorOf(ended)).toMatchObject({ kind: 'aborted' });
});
