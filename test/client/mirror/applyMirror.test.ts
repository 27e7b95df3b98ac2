import fc from 'fast-check';
import { applyMirror, type ApplyMirrorOptions } from '../../../src/client/mirror/applyMirror';
import type { MirrorPort } from '../../../src/client/mirror/mirrorPort';
import { makeObstacles } from '../../../src/client/mirror/obstacles';
import type { MirrorAction } from '../../../src/protocol/mirror/types';
import { LibraryError, type ErrorKind } from '../../../src/protocol/wire/libraryError';
import { runs } from '../../support/runs';

/* The order of changes, and what one failure means for the others, over a port that fails as a test wants. */

const SHA1 = 'a'.repeat(40);
const folder = (path: string): MirrorAction => ({ change: 'createFolder', path });
const file = (path: string): MirrorAction => ({
	change: 'addFile',
	path,
	sourcePath: path,
	filesize: 1,
	filehash: SHA1,
});
const moved = (from: string, path: string): MirrorAction => ({
	change: 'moveFile',
	from,
	path,
	sourcePath: path,
	filesize: 1,
	filehash: SHA1,
});
const deleted = (path: string): MirrorAction => ({
	change: 'deleteFolder',
	path,
	files: 1,
	folders: 1,
	bytes: 1,
	reason: 'notInSource',
});

/** A port that notes what it is asked for, and fails for the paths of `failing`. */
class NotingPort implements MirrorPort {
	readonly asked: string[] = [];
	active = 0;
	most = 0;

	constructor(
		private readonly failing: (path: string) => boolean = () => false,
		private readonly kind: ErrorKind = 'conflict',
	) {}

	async createFolder(path: string): Promise<void> {
		await this.note('createFolder', path);
	}

	async storeFile({ path, filesize }: { path: string; filesize: number }): Promise<number> {
		await this.note('storeFile', path);
		return filesize;
	}

	async move(from: string, path: string): Promise<void> {
		await this.note(`move ${from} to`, path);
	}

	async remove(path: string): Promise<void> {
		await this.note('remove', path);
	}

	private async note(what: string, path: string): Promise<void> {
		this.asked.push(`${what} ${path}`);
		this.active++;
		this.most = Math.max(this.most, this.active);
		await new Promise((resolve) => setImmediate(resolve));
		this.active--;
		if (this.failing(path)) throw new LibraryError(this.kind, `no ${path}`);
	}
}

async function apply(port: MirrorPort, stages: MirrorAction[][], options: Partial<ApplyMirrorOptions> = {}) {
	const { outcomes, stoppedBy } = await applyMirror(port, stages, { width: 4, continueOnFail: true, ...options });
	const failures = outcomes.map(({ change, failure }) => [change.path, failure?.message]);
	return { outcomes, stoppedBy, failures: Object.fromEntries(failures) as Record<string, string | undefined> };
}

const only =
	(...paths: string[]) =>
	(path: string): boolean =>
		paths.includes(path);

test('a stage begins when the one before has ended, and inside it at most `width` changes run', async () => {
	const port = new NotingPort();
	const files = Array.from({ length: 20 }, (_, at) => file(`a/${at}`));
	const counts: number[] = [];
	const onProgress = (count: number): unknown => counts.push(count);
	const { outcomes } = await apply(port, [[folder('a')], files, [deleted('b')]], { width: 3, onProgress });
	expect(port.most).toBe(3);
	expect([port.asked.at(0), port.asked.at(-1)]).toEqual(['createFolder a', 'remove b']);
	expect(outcomes.map(({ change }) => change.path)).toEqual(['a', ...files.map(({ path }) => path), 'b']);
	expect(outcomes.reduce((sum, { bytesSent }) => sum + bytesSent, 0)).toBe(20);
	expect(counts.at(-1)).toBe(22);
});

test('after a failure, what depends on it is skipped and everything else is made', async () => {
	const stages = [
		[folder('a'), folder('b')],
		[file('a/1'), file('b/1'), file('ab'), moved('old/x', 'b/x'), moved('gone/y', 'a/y')],
		[deleted('old'), deleted('gone'), deleted('other')],
	];
	const { failures } = await apply(new NotingPort(only('a', 'b/x')), stages);
	expect(failures).toEqual({
		a: 'no a',
		b: undefined,
		'a/1': 'Not attempted: an earlier change of "a" was not made',
		'b/1': undefined,
		ab: undefined,
		'b/x': 'no b/x',
		'a/y': 'Not attempted: an earlier change of "a" was not made',
		old: 'Not attempted: an earlier change of "old/x" was not made',
		gone: 'Not attempted: an earlier change of "gone/y" was not made',
		other: undefined,
	});
});

test('without the target folder nothing is attempted', async () => {
	const port = new NotingPort(only(''));
	const { failures } = await apply(port, [[folder('')], [folder('a'), file('b')]]);
	const reason = 'Not attempted: the target folder could not be created';
	expect(failures).toEqual({ '': 'no ', a: reason, b: reason });
	expect(port.asked).toEqual(['createFolder ']);
});

test('unless it continues, the first failure ends the run, and what was done is kept', async () => {
	const port = new NotingPort(only('2'));
	const files = ['1', '2', '3', '4', '5'].map(file);
	const { outcomes, stoppedBy } = await apply(port, [files, [deleted('x')]], { width: 2, continueOnFail: false });
	expect(stoppedBy?.message).toBe('no 2');
	expect(port.asked).not.toContain('remove x');
	const done = outcomes.filter(({ failure }) => !failure).map(({ change }) => change.path);
	expect(done).toEqual(port.asked.map((text) => text.slice(-1)).filter((path) => path !== '2'));
	expect(done).toContain('1');
});

test('a cancellation ends the run even where it continues after failures', async () => {
	const stop = new AbortController();
	const port = new NotingPort((path) => path === '3' && (stop.abort(), false));
	const files = ['1', '2', '3', '4', '5'].map(file);
	const { outcomes, stoppedBy } = await apply(port, [files], { width: 1, signal: stop.signal });
	expect(stoppedBy?.kind).toBe('aborted');
	expect(outcomes.map(({ change }) => change.path)).toEqual(['1', '2', '3']);
});

test.each<[ErrorKind, number]>([
	['network', 20],
	['auth', 20],
	['notFound', 50],
])('failures of kind %s in a row: %i of 50 are attempted', async (kind, attempted) => {
	const port = new NotingPort(() => true, kind);
	const files = Array.from({ length: 50 }, (_, at) => file(`${at}`));
	const { outcomes, stoppedBy } = await apply(port, [files], { width: 1 });
	expect(port.asked).toHaveLength(attempted);
	expect(stoppedBy).toBeUndefined();
	expect(outcomes.filter(({ failure }) => failure)).toHaveLength(50);
});

test('failures between successes are not in a row', async () => {
	const port = new NotingPort((path) => Number(path) % 19 !== 0, 'network');
	await apply(port, [Array.from({ length: 100 }, (_, at) => file(`${at}`))], { width: 1 });
	expect(port.asked).toHaveLength(100);
});

const path = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const meet = (one: string, other: string): boolean =>
	`${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);

test('an obstacle is a noted path that is, contains or lies inside another one', () => {
	fc.assert(
		fc.property(fc.array(path, { maxLength: 6 }), path, (noted, asked) => {
			const obstacles = makeObstacles();
			obstacles.add(noted);
			const found = obstacles.to([asked]);
			expect(found !== undefined).toBe(noted.some((one) => meet(one, asked)));
			if (found !== undefined) expect(noted.filter((one) => meet(one, asked))).toContain(found);
		}),
		{ numRuns: runs(500) },
	);
});
