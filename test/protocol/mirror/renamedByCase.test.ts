import { planMirror } from '../../../src/protocol/mirror/planMirror';
import type { MirrorEntry, MirrorInput } from '../../../src/protocol/mirror/types';

/* Names that differ in case only: nothing is added that a service may take for what is deleted afterwards. */

const file = (path: string, content: string): MirrorEntry => ({
	...{ path, dir: false, filesize: content.length, hash: path },
	filehash: content.padEnd(40, '0'),
});
const folder = (path: string): MirrorEntry => ({ path, dir: true, filesize: 0, filehash: '', hash: path });

/** The stages of a plan in short. */
const stagesOf = (source: MirrorEntry[], target: MirrorEntry[], more: Partial<MirrorInput> = {}): string[][] =>
	planMirror({
		...{ source, target, targetExists: true, wants: () => true, deleteExtra: true, moves: 'folderOrName' },
		...more,
	}).stages.map((stage) =>
		stage.map((change) => `${change.change} ${'from' in change ? `${change.from} > ` : ''}${change.path}`),
	);

test('a file with another content is renamed and then updated', () => {
	expect(stagesOf([file('A.txt', 'b')], [file('a.txt', 'c')])).toEqual([
		['moveFile a.txt > A.txt'],
		['updateFile A.txt'],
	]);
});

test('a folder is renamed before what is in it, and then compared', () => {
	const source = [folder('Docs'), folder('Docs/New'), file('Docs/New/a', 'a'), file('Docs/b', 'b')];
	const target = [folder('docs'), folder('docs/new'), file('docs/new/A', 'a'), file('docs/c', 'c')];
	expect(stagesOf(source, target)).toEqual([
		['moveFolder docs > Docs'],
		['moveFolder Docs/new > Docs/New'],
		['moveFile Docs/New/A > Docs/New/a'],
		['addFile Docs/b'],
		['deleteFile Docs/c'],
	]);
});

test('names that the service tells apart are left to the comparison of contents', () => {
	const source = [file('A', 'a'), file('a', 'b')];
	expect(stagesOf(source, [file('A', 'a'), file('a', 'b')])).toEqual([]);
	expect(stagesOf(source, [file('a', 'b')])).toEqual([['addFile A']]);
	expect(stagesOf([file('A', 'a')], source)).toEqual([['deleteFile a']]);
});

test('nothing is renamed that the filter excludes, that is of the other kind, or without Delete Extra', () => {
	const wants = ({ path }: MirrorEntry): boolean => !path.endsWith('.bak');
	const [source, target] = [[folder('Docs')], [folder('docs'), file('docs/a.bak', 'a')]];
	expect(stagesOf(source, target, { wants })).toEqual([['createFolder Docs']]);
	expect(stagesOf([file('Docs', 'a')], [folder('docs')])).toEqual([['addFile Docs'], ['deleteFolder docs']]);
	expect(stagesOf([file('A', 'a')], [file('a', 'b')], { deleteExtra: false })).toEqual([['addFile A']]);
});
