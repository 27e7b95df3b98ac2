import type { Caller } from '../service/call';
import type { Operator } from '../upload/target';

/** One of the two folders of a mirror, and what opens its library. */
export interface MirrorSide {
	readonly caller: Caller;
	/** The library of a user token (mount_id); a library authorization is for one library anyway. */
	readonly mountId?: string;
	/** Full path of the folder; '' is the root of the library. */
	readonly folder: string;
	/** The member in whose name the service records the changes. */
	readonly operator?: Operator;
}

/** A file to store. Paths are relative to the two folders. */
export interface MirroredFile {
	readonly path: string;
	/** Where the source has it. */
	readonly sourcePath: string;
	/** Bytes. */
	readonly filesize: number;
	/** SHA1; '' where the service does not show it. */
	readonly filehash: string;
}

/**
 * The changes that a mirror is made of. Each can be made again after a failure of which nobody knows whether it took
 * effect: it then finds its work done. All paths are relative to the two folders. Every method throws LibraryError.
 */
export interface MirrorPort {
	/** Creates a folder whose parent is there; '' is the target folder itself, with those around it. */
	createFolder(path: string): Promise<void>;
	/**
	 * Stores a file: by its SHA1 where the service knows the content, otherwise the content is streamed. Answers the
	 * bytes that were sent, 0 where none had to be.
	 */
	storeFile(file: MirroredFile): Promise<number>;
	/** Moves or renames something in the target; `file` is what is moved, where it is no folder. */
	move(from: string, path: string, file?: Pick<MirroredFile, 'filesize' | 'filehash'>): Promise<void>;
	/** Moves something to the recycle bin. */
	remove(path: string): Promise<void>;
}
