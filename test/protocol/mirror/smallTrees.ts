import { atOnce } from '../../support/atOnce';
import { planMirror as planning, type MirrorEntry, type MirrorInput, type MirrorPlan } from '#mirror/plan';

/** A whole plan, computed without interruption. */
export const planMirror = (input: MirrorInput): MirrorPlan => atOnce(planning(input));

/** A small tree: content by path; a path that ends with a slash is a folder. */
export type Tree = Readonly<Record<string, string>>;

/** The entries of a tree, as they are read. */
export const entriesOf = (tree: Tree): MirrorEntry[] =>
	Object.entries(tree).map(([path, content]) => {
		const dir = path.endsWith('/');
		return {
			path: path.replace(/\/$/, ''),
			dir,
			filesize: content.length,
			filehash: dir ? '' : `sha1 ${content}`,
			hash: path,
		};
	});

/** A mirror that deletes what is extra, of a target that is there, without filters. */
export const PLAIN = { targetExists: true, wants: () => true, deleteExtra: true, moves: 'anyPath' } as const;

/** The plan of two trees, a line for each change and a list for each stage. */
export function planOf(source: Tree, target: Tree, more: Partial<MirrorInput> = {}): string[][] {
	const { stages, conflicts } = planMirror({
		source: entriesOf(source),
		target: entriesOf(target),
		...PLAIN,
		...more,
	});
	const lines = stages.map((stage) =>
		stage.map(
			(action) => `${action.action} ${action.type} ${'from' in action ? `${action.from} > ` : ''}${action.path}`,
		),
	);
	return conflicts.length === 0
		? lines
		: [...lines, conflicts.map(({ path, type, conflict }) => `${type} ${path}: ${conflict}`)];
}
