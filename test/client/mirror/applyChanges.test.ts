import { applyMirror, type ApplyMirrorOptions } from '../../../src/client/mirror/applyMirror';
import type { MirrorPort } from '../../../src/client/mirror/mirrorPort';
import type { MirrorAction } from '../../../src/protocol/mirror/types';
import { LibraryError, type ErrorKind } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';

/* What a plan asks of the port for each kind of change, and what is told of it. */

const CONTENT = { sourcePath: 's', filesize: 3, filehash: 'aa' };
const AMOUNT = { files: 1, folders: 1, bytes: 1 };
const added = (path: string): MirrorAction => ({ change: 'addFile', path, ...CONTENT });

/** A port that notes its calls, and fails as `fail` says. */
function notingPort(fail: (call: number) => Error | undefined = () => undefined) {
	const calls: unknown[][] = [];
	const note = async (...call: unknown[]): Promise<void> => {
		calls.push(call);
		const failure = fail(calls.length);
		if (failure) throw failure;
	};
	const port: MirrorPort = {
		createFolder: async (path) => await note('createFolder', path),
		storeFile: async (file) => (await note('storeFile', file), 3),
		move: async (...args) => await note('move', ...args),
		remove: async (path) => await note('remove', path),
	};
	return { port, calls };
}

async function applied(port: MirrorPort, changes: readonly MirrorAction[], more: Partial<ApplyMirrorOptions> = {}) {
	const counts: number[] = [];
	const options = { width: 1, continueOnFail: true, onProgress: (count: number) => counts.push(count), ...more };
	return { ...(await applyMirror(port, [changes], options)), counts };
}

test.each<[MirrorAction, unknown[], number]>([
	[{ change: 'createFolder', path: 'A' }, ['createFolder', 'A'], 0],
	[added('a'), ['storeFile', added('a')], 3],
	[
		{ change: 'updateFile', path: 'a', replaces: 9, ...CONTENT },
		['storeFile', { change: 'updateFile', path: 'a', replaces: 9, ...CONTENT }],
		3,
	],
	[
		{ change: 'moveFile', from: 'b', path: 'a', ...CONTENT },
		['move', 'b', 'a', { change: 'moveFile', from: 'b', path: 'a', ...CONTENT }],
		0,
	],
	[{ change: 'moveFolder', from: 'B', path: 'A', ...AMOUNT }, ['move', 'B', 'A'], 0],
	[{ change: 'deleteFile', path: 'a', reason: 'notInSource', ...AMOUNT }, ['remove', 'a'], 0],
	[{ change: 'deleteFolder', path: 'A', reason: 'otherKind', ...AMOUNT }, ['remove', 'A'], 0],
])('%j', async (change, call, bytesSent) => {
	const { port, calls } = notingPort();
	expect(await applied(port, [change])).toStrictEqual({ outcomes: [{ change, bytesSent }], counts: [1] });
	expect(calls).toEqual([call]);
});

test('failures are told like successes', async () => {
	const { port } = notingPort((call) => (call === 2 ? new LibraryError('conflict', 'no') : undefined));
	const { outcomes, counts } = await applied(port, ['1', '2', '3'].map(added));
	expect(counts).toEqual([1, 2, 3]);
	expect(outcomes.map(({ bytesSent, failure }) => [bytesSent, failure?.message])).toEqual([
		[3, undefined],
		[0, 'no'],
		[3, undefined],
	]);
});

test('an empty plan', async () => {
	expect(await applied(notingPort().port, [])).toStrictEqual({ outcomes: [], counts: [] });
});

test.each<ErrorKind>(['network', 'timeout', 'busy', 'auth'])(
	'after 20 failures of kind %s in a row the rest says why it is skipped',
	async (kind) => {
		const { port, calls } = notingPort(() => new LibraryError(kind, 'refused'));
		const { outcomes } = await applied(
			port,
			Array.from({ length: 22 }, (_, at) => added(`${at}`)),
		);
		expect(calls).toHaveLength(20);
		const [last, skipped] = [outcomes[19]?.failure, outcomes[20]?.failure];
		expect(last).toMatchObject({ kind, message: 'refused' });
		expect(skipped).toMatchObject({
			kind: 'conflict',
			retryable: false,
			message: 'Not attempted: 20 changes in a row had failed, the last one because: refused',
		});
	},
);

test('19 failures, a success and 19 failures: everything is attempted', async () => {
	const { port, calls } = notingPort((call) => (call === 20 ? undefined : new LibraryError('busy', 'refused')));
	await applied(
		port,
		Array.from({ length: 39 }, (_, at) => added(`${at}`)),
	);
	expect(calls).toHaveLength(39);
});

test.each<ErrorKind>(['input', 'notFound', 'conflict', 'quota', 'protocol', 'upload'])(
	'failures of kind %s are about one file each',
	async (kind) => {
		const { port, calls } = notingPort(() => new LibraryError(kind, 'refused'));
		await applied(
			port,
			Array.from({ length: 25 }, (_, at) => added(`${at}`)),
		);
		expect(calls).toHaveLength(25);
	},
);

test('a run that was cancelled before it began changes nothing', async () => {
	const { port, calls } = notingPort();
	const { outcomes, stoppedBy } = await applied(port, [added('a')], { signal: AbortSignal.abort('enough') });
	expect([outcomes, calls]).toEqual([[], []]);
	expect(stoppedBy).toMatchObject({ kind: 'aborted' });
});

test('a change that was cancelled ends the run, even where it continues after failures', async () => {
	const { port, calls } = notingPort(() => new LibraryError('aborted', 'cancelled'));
	const { outcomes, stoppedBy } = await applied(port, ['1', '2'].map(added));
	expect(calls).toHaveLength(1);
	expect(stoppedBy).toMatchObject({ kind: 'aborted', message: 'cancelled' });
	expect(outcomes.map(({ change, failure }) => [change.path, failure])).toEqual([['1', stoppedBy]]);
});

test('unless it continues, a failure ends the run with it', async () => {
	const { port, calls } = notingPort(() => new LibraryError('quota', 'full'));
	const { outcomes, stoppedBy } = await applied(port, ['1', '2'].map(added), { continueOnFail: false });
	expect([calls.length, outcomes.length, stoppedBy?.message]).toEqual([1, 1, 'full']);
});

test('a mistake of ours is thrown', async () => {
	const { port } = notingPort(() => new TypeError('a mistake of ours'));
	expect(await errorOf(applied(port, [added('a')]))).toMatchObject({ message: 'a mistake of ours' });
});
