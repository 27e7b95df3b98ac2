import type { IDataObject } from 'n8n-workflow';
import type { OperationEntry } from '../../contract/reference';
import type { Emulator } from '../../emulator';

/* What the items of the prepared state name in it. */

/** What a file or folder is in the state: one that was deleted may be in the recycle bin, or nowhere. */
export type Kind = 'file' | 'folder' | 'recycled' | 'gone';

/** An item that an operation put out. */
export interface Found {
	readonly producer: OperationEntry;
	readonly json: IDataObject;
}
/** The same with what the file or folder is in the state that it names; `gone` where it names none. */
export interface Produced extends Found {
	readonly kind: Kind;
}

const libraryOf = (emulator: Emulator, { node }: OperationEntry, mount: unknown) =>
	emulator.libraries.get(node === 'fileLibrary' ? emulator.library.mountId : Number(mount));

/** What the entry is that an item or an example names by its path. */
export function kindOf(emulator: Emulator, entry: OperationEntry, { fullpath, mount_id: mount }: IDataObject): Kind {
	const library = libraryOf(emulator, entry, mount);
	if (!library || typeof fullpath !== 'string') return 'gone';
	const found = fullpath === '/' ? library.tree.get('') : library.tree.find(fullpath);
	if (found) return found.children ? 'folder' : 'file';
	return library.recycleBin.at(fullpath).length > 0 ? 'recycled' : 'gone';
}
