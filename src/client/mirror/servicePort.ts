import { defined, fieldsIn, filledText, numberOf, textOf, type JsonObject } from '../../protocol/wire/json';
import { inputError } from '../../protocol/wire/libraryError';
import { joinPath, parentPath } from '../../protocol/wire/paths';
import { quoted } from '../../protocol/wire/quoted';
import { infoIfExists } from '../files/fileCalls';
import { sendUnlessDone } from '../plan/sendUnlessDone';
import type { MirrorPort, MirrorSide } from './mirrorPort';
import { requireName } from './requireName';
import { storeFile, type StoreOptions } from './storeFile';
import { targetCalls } from './targetCalls';

/** The changes of a mirror in a library, by its authorization or by a person's token. */
export function servicePort(source: MirrorSide, target: MirrorSide, options: StoreOptions = {}): MirrorPort {
	const { caller, folder } = target;
	const calls = targetCalls(target);
	const at = (path: string): string => joinPath(folder, path);
	return {
		createFolder: async (path) => await (path === '' ? createMissing(target, folder) : create(target, at(path))),
		storeFile: async (file) =>
			await storeFile(
				{ side: source, fullpath: joinPath(source.folder, file.sourcePath) },
				{ side: target, fullpath: at(file.path) },
				file,
				options,
			),
		move: async (from, path, file) => {
			const send = async (): Promise<unknown> => await calls.move(at(from), at(path));
			const isMade = async (): Promise<boolean> =>
				isSame(await infoOf(target, at(path)), file) && (await infoOf(target, at(from))) === undefined;
			requireName(at(path), madeBy(await sendUnlessDone(caller, send, isMade)));
		},
		remove: async (path) => {
			const send = async (): Promise<unknown> => await calls.remove(at(path));
			await sendUnlessDone(caller, send, async () => (await infoOf(target, at(path))) === undefined);
		},
	};
}

const infoOf = async ({ caller, mountId }: MirrorSide, fullpath: string): Promise<JsonObject | undefined> =>
	await infoIfExists(caller, { ...defined({ mount_id: mountId }), fullpath });

async function create(target: MirrorSide, fullpath: string): Promise<void> {
	const send = async (): Promise<unknown> => await targetCalls(target).createFolder(fullpath);
	const isMade = async (): Promise<boolean> => isSame(await infoOf(target, fullpath));
	requireName(fullpath, madeBy(await sendUnlessDone(target.caller, send, isMade)));
}

/** Creates a folder and those around it, as far as they are missing. Throws LibraryError input where a file is. */
async function createMissing(target: MirrorSide, fullpath: string): Promise<void> {
	if (fullpath === '') return;
	const entry = await infoOf(target, fullpath);
	if (entry && numberOf(entry.dir) === 0)
		throw inputError('Target Folder', `${quoted(fullpath)} is a file, not a folder`);
	if (entry) return;
	await createMissing(target, parentPath(fullpath));
	await create(target, fullpath);
}

/** The full path in an answer, where it has one. */
const madeBy = (answer: unknown): string | undefined => filledText(fieldsIn(answer).fullpath);

/** Whether what is at a path is what was to get there: a folder, or a file with this content. */
function isSame(entry: JsonObject | undefined, file?: Parameters<MirrorPort['move']>[2]): boolean {
	if (!entry) return false;
	if (!file) return numberOf(entry.dir) === 1;
	const sha1 = textOf(entry.filehash).toLowerCase();
	return numberOf(entry.filesize) === file.filesize && sha1 === file.filehash.toLowerCase();
}
