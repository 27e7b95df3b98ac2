import { inputError } from '../wire/libraryError';
import { quoted } from '../wire/quoted';

const isInside = (path: string, folder: string): boolean =>
	folder === '' ? path !== '' : path.startsWith(`${folder}/`);

const shown = (folder: string): string => (folder === '' ? 'the library root' : quoted(folder));

/**
 * Refuses two folders of one library of which one is the other or contains it: the mirror would copy what it has
 * copied. Full paths; '' is the root. Throws inputError.
 */
export function requireDisjoint(sourceFolder: string, targetFolder: string): void {
	const hint = 'Choose two folders of which neither contains the other.';
	if (sourceFolder === targetFolder) throw inputError('Target Folder', 'is the source folder', hint);
	if (isInside(targetFolder, sourceFolder))
		throw inputError('Target Folder', `is inside the source folder, ${shown(sourceFolder)}`, hint);
	if (isInside(sourceFolder, targetFolder))
		throw inputError('Target Folder', `contains the source folder, ${shown(sourceFolder)}`, hint);
}
