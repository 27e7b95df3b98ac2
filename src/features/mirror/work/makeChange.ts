import { makeObstacles } from '../plan/obstacles';
import type { MirrorAction, MirrorChange } from '../plan/types';
import { defined, type JsonObject } from '../../../protocol/wire/json';
import { joinPath } from '../../../protocol/wire/paths';
import { quoted } from '../../../protocol/wire/quoted';
import type { Making } from '../../../client/plan/applyPlan';
import type { MirrorSide } from './mirrorSide';
import { archiveEntry, type ArchiveFolder, replacing } from './archive';
import { requireAsPlanned, requireMissing, requireUnchanged } from './lookBefore';
import { storeFile, type OnStream } from './storeFile';
import { createFolder, createFolders, move, remove } from './targetChanges';

/** The two folders of a mirror, and what is told of contents that are streamed. */
export interface Mirroring {
	readonly source: MirrorSide;
	readonly target: MirrorSide;
	readonly onStream?: OnStream;
	/** Where what is replaced or deleted goes; into the recycle bin when absent. */
	readonly archive?: ArchiveFolder;
}

/** Makes one change. Returns what its item shows besides. Throws LibraryError. */
export async function makeChange(
	{ source, target, onStream, archive }: Mirroring,
	change: MirrorAction,
): Promise<JsonObject | undefined> {
	const fullpath = joinPath(target.folder, change.path);
	switch (change.action) {
		case 'add':
		case 'update': {
			const origin = { side: source, fullpath: joinPath(source.folder, change.path) };
			const store = async () => ({
				bytes_sent: await storeFile(origin, { side: target, fullpath }, change, onStream),
			});
			if (change.action === 'update' && change.replaces) await requireUnchanged(target, change.replaces);
			return await (change.action === 'update' && archive
				? replacing(target, archive, change.path, store)
				: store());
		}
		case 'create':
			await (change.path === '' ? createFolders(target, target.folder) : createFolder(target, fullpath));
			return undefined;
		case 'move':
			// A name in another case is no other place.
			if (change.from.toLowerCase() !== change.path.toLowerCase()) await requireMissing(source, change.from);
			await move(
				target,
				joinPath(target.folder, change.from),
				fullpath,
				change.type === 'file' ? change : undefined,
			);
			return undefined;
		case 'delete':
			if (!(await requireAsPlanned(source, target, change))) return undefined;
			await (archive ? archiveEntry(target, archive, change.path) : remove(target, fullpath));
			return undefined;
	}
}

/** How the changes of a mirror are made: each alone, by the caller of the target. */
export const mirrorMaking = ({ source, target, ...told }: Mirroring): Making<MirrorChange> => ({
	obstacles: makeObstacles(),
	describe: ({ action, path }) => `${action} ${quoted(joinPath(target.folder, path))}`,
	make: async ([change], caller) => {
		const { noRetryAfter, pace } = caller;
		const reading = { ...source.caller, ...defined({ noRetryAfter, pace }) };
		const sides = { source: { ...source, caller: reading }, target: { ...target, caller }, ...told };
		// A conflict, and what is kept, is in no stage.
		return await makeChange(sides, change as MirrorAction);
	},
});
