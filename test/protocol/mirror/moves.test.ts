import { planMirror } from '../../../src/protocol/mirror/planMirror';
import type { MirrorEntry } from '../../../src/protocol/mirror/types';
import { entriesOf, planOf } from './smallTrees';

/* Moves of several entries of one content, by hand: the model says only that they save requests. */

describe('moves', () => {
	test('only one of each: what is left is added and deleted', () => {
		expect(planOf({ a: '1', b: '1', c: '1' }, { x: '1', y: '1' })).toEqual([
			['moveFile x > a', 'moveFile y > b', 'addFile c'],
		]);
		expect(planOf({ a: '1' }, { x: '1', y: '1', z: '2' })).toEqual([
			['moveFile x > a'],
			['deleteFile y', 'deleteFile z'],
		]);
	});
	test('several of one name go in the order of their paths', () => {
		const source = { 'm/': '', 'm/f': '1', 'n/': '', 'n/f': '1', 'n/g': '2' };
		const target = { 'o/': '', 'o/f': '1', 'o/k': '3', 'p/': '', 'p/f': '1', 'p/l': '4' };
		expect(planOf(source, target)).toEqual([
			['createFolder m', 'createFolder n'],
			['moveFile o/f > m/f', 'moveFile p/f > n/f', 'addFile n/g'],
			['deleteFolder o', 'deleteFolder p'],
		]);
	});
	test('the largest folder first, and nothing inside it once more', () => {
		const inside = (top: string) => ({
			[`${top}/`]: '',
			[`${top}/deep/`]: '',
			[`${top}/deep/x`]: '1',
			[`${top}/deep/y`]: '2',
			[`${top}/x`]: '1',
		});
		expect(planOf(inside('new'), inside('old'))).toEqual([['moveFolder old > new']]);
		const source = { ...inside('new'), 'a/': '', 'a/x': '1' };
		expect(planOf(source, { ...inside('old'), b: '1' })).toEqual([
			['createFolder a'],
			['moveFile b > a/x', 'moveFolder old > new'],
		]);
	});
	test('a folder counts by the names and contents of all that is in it', () => {
		expect(planOf({ 'b/': '', 'b/y': '1', 'b/x': '2' }, { 'a/': '', 'a/y': '2', 'a/x': '1' })[0]).toEqual([
			'createFolder b',
		]);
		expect(planOf({ 'b/': '', 'b/xy': '1' }, { 'a/': '', 'a/x': '1', 'a/y': '1' })[0]).toEqual(['createFolder b']);
		expect(
			planOf({ 'b/': '', 'b/b': '1', 'b/a': '2', 'b/c/': '' }, { 'a/': '', 'a/c/': '', 'a/a': '2', 'a/b': '1' }),
		).toEqual([['moveFolder a > b']]);
	});
	test('a folder with a file of unknown content does not move, the others in it do', () => {
		const unknown = (path: string): MirrorEntry => ({ path, dir: false, filesize: 1, filehash: '', hash: path });
		const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
		const { stages } = planMirror({
			...input,
			source: [...entriesOf({ 'b/': '', 'b/x': 'xx' }), unknown('b/y')],
			target: [...entriesOf({ 'a/': '', 'a/x': 'xx' }), unknown('a/y')],
		});
		expect(stages.map((stage) => stage.map(({ change, path }) => `${change} ${path}`))).toEqual([
			['createFolder b'],
			['moveFile b/x', 'addFile b/y'],
			['deleteFolder a'],
		]);
	});
	test('a file whose SHA1 is written in capitals is found', () => {
		const file = (path: string, filehash: string): MirrorEntry => ({
			path,
			dir: false,
			filesize: 1,
			filehash,
			hash: '',
		});
		const input = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;
		expect(planMirror({ ...input, source: [file('b', 'ABé')], target: [file('a', 'abé')] }).stages).toMatchObject([
			[{ change: 'moveFile', from: 'a', path: 'b', filesize: 1, filehash: 'ABé' }],
		]);
	});
});

test('what is excluded in the source is counted, folders aside; empty folders of the target count', () => {
	const wants = ({ path }: MirrorEntry) => !path.startsWith('no');
	const input = { targetExists: true, deleteExtra: true, moves: 'anyPath', wants } as const;
	const source = entriesOf({ 'no/': '', 'no/x': '1', 'no.txt': '2', y: '3' });
	const { counts } = planMirror({
		...input,
		source,
		target: entriesOf({ 'e/': '', 'f/': '', 'f/x': '1', 'no.txt': '2' }),
	});
	expect(counts).toMatchObject({ excluded: 2, existing: 2, deleted: 2 });
});
