import fc from 'fast-check';
import { makeObstacles } from '#mirror/plan';
import type { MirrorChange } from '#mirror/plan';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { runs } from '../../support/runs';

/* Which changes of a mirror a failed one stands in the way of. */

const FAILURE = new LibraryError('conflict', 'refused');
const create = (path: string): MirrorChange => ({ action: 'create', type: 'folder', path });
const move = (from: string, path: string): MirrorChange => ({
	...{ action: 'move', type: 'folder', from, path },
	...{ files: 1, folders: 1, bytes: 1 },
});
const path = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const change = fc.oneof(
	path.map(create),
	fc.tuple(path, path).map(([from, to]) => move(from, to)),
);
const meet = (one: string, other: string): boolean =>
	`${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
const pathsOf = (one: MirrorChange): string[] => ('from' in one ? [one.path, one.from] : [one.path]);

test('an obstacle is a path of a failed change that is, contains or lies inside one of another change', () => {
	fc.assert(
		fc.property(fc.array(change, { maxLength: 6 }), change, (failed, asked) => {
			const obstacles = makeObstacles();
			for (const one of failed) obstacles.add(one, FAILURE);
			const inTheWay = failed.flatMap(pathsOf).filter((one) => pathsOf(asked).some((other) => meet(one, other)));
			const reasons = inTheWay.map((one) => `an earlier change of "${one}" was not made`);
			const found = obstacles.to(asked);
			if (reasons.length === 0) expect(found).toBeUndefined();
			else expect(reasons).toContain(found);
		}),
		{ numRuns: runs(500) },
	);
});

test('without the target folder nothing can be made', () => {
	const obstacles = makeObstacles();
	obstacles.add(create(''), FAILURE);
	expect(obstacles.to(create('a/b'))).toBe('the target folder could not be created');
	expect(obstacles.to(move('x', 'y'))).toBe('the target folder could not be created');
});
