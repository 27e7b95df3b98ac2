import type { MirrorEntry } from '../../../src/protocol/mirror/types';
import { planOf } from './smallTrees';

/* What a filter leaves alone, and what it does not. */

const withoutTmp = { wants: ({ path }: MirrorEntry) => !path.endsWith('.tmp') };
test('what it excludes is neither copied nor deleted, and keeps the folder that it is in', () => {
	const target = { 'old/': '', 'old/a': '1', 'old/b.tmp': '2', 'c.tmp': '3' };
	expect(planOf({ 'd.tmp': '4' }, target, withoutTmp)).toEqual([['deleteFile old/a']]);
});

test('a folder is created for what it includes only', () => {
	const filesOnly = { wants: ({ dir }: MirrorEntry) => !dir };
	expect(
		planOf({ 'a/': '', 'a/b/': '', 'a/b/x': '1', 'empty/': '' }, { 'extra/': '', 'extra/x': '2' }, filesOnly),
	).toEqual([['createFolder a'], ['createFolder a/b'], ['addFile a/b/x'], ['deleteFile extra/x']]);
});

test('a path that the source has and the filter excludes there is left alone in the target', () => {
	const small = { wants: ({ filesize }: MirrorEntry) => filesize < 3 };
	expect(planOf({ x: 'large' }, { x: '1' }, small)).toEqual([]);
});

test('a file of the source that it includes replaces one that it excludes', () => {
	const small = { wants: ({ filesize }: MirrorEntry) => filesize < 3 };
	expect(planOf({ x: '1' }, { x: 'large' }, small)).toEqual([['updateFile x']]);
});

test('a folder with something excluded does not make way for a file', () => {
	const target = { 'a/': '', 'a/b.tmp': '1', 'a/c': '2' };
	expect(planOf({ a: '1' }, target, withoutTmp)).toEqual([['file a: excluded']]);
});

test('what is deeper than the last level keeps the folder there', () => {
	const oneLevel = { wants: ({ path }: MirrorEntry) => !path.includes('/') };
	expect(planOf({}, { 'a/': '', 'a/x': '1', 'b/': '' }, oneLevel)).toEqual([['deleteFolder b']]);
});
