import { makeChange, type Mirroring } from '../../../src/client/mirror/makeChange';
import type { MirrorSide } from '../../../src/client/mirror/mirrorSide';
import type { Content } from '../../../src/protocol/mirror/types';
import type { Emulator, EmulatorOptions, LibraryAccess } from '../../emulator/index';
import { emulatorBench, sha1 } from '../service/emulatorBench';

/** Content of a size in bytes. */
export const bytes = (size: number): Buffer => Buffer.alloc(size, 'some content that differs, ');

/** A file of the source with this content. */
export const fileOf = (path: string, content: Buffer) => ({
	path,
	sourcePath: path,
	filesize: content.length,
	filehash: sha1(content),
});

/** The changes of a mirror by their names. */
export const changesOf = (mirroring: Mirroring) => ({
	createFolder: async (path: string) => await makeChange(mirroring, { action: 'create', type: 'folder', path }),
	storeFile: async (file: Content) =>
		(await makeChange(mirroring, { action: 'add', type: 'file', ...file }))?.bytes_sent,
	moveFile: async (from: string, file: Content) =>
		await makeChange(mirroring, { action: 'move', type: 'file', from, ...file }),
	moveFolder: async (from: string, path: string) =>
		await makeChange(mirroring, {
			...{ action: 'move', type: 'folder', from, path },
			...{ files: 1, folders: 1, bytes: 1 },
		}),
	remove: async (path: string) =>
		await makeChange(mirroring, {
			...{ action: 'delete', type: 'file', path, reason: 'notInSource' },
			...{ files: 1, folders: 0, bytes: 1 },
		}),
});

/** What a test of a mirror works with: folder `S` of the demo library, and folder `T` of another one. */
export interface TwoLibraries {
	readonly emulator: Emulator;
	readonly other: LibraryAccess;
	readonly source: MirrorSide;
	readonly target: MirrorSide;
	readonly port: ReturnType<typeof changesOf>;
	/** What is at a path of the target library. */
	at(path: string): { filehash: string; filesize: number } | undefined;
	/** The last parts of the paths of all requests, and forgets them. */
	sent(): string[];
}

type Start = (options?: Partial<EmulatorOptions>) => Promise<TwoLibraries>;

/** Call it at the top of a test file: answers what starts an emulator, which is closed after each test. */
export function mirrorBench(): Start {
	const bench = emulatorBench();
	return async (options = {}) => {
		const emulator = await bench.start(options);
		const other = emulator.addLibrary('Target');
		const { orgClientId: clientId, orgClientSecret: secret } = other;
		const own = bench.caller();
		const source: MirrorSide = { caller: own, folder: 'S' };
		const account = { ...own.account, kind: 'org', clientId, secret } as const;
		const target: MirrorSide = { caller: bench.caller({ account }), folder: 'T' };
		emulator.seedFile('T/.keep', '', other);
		const at: TwoLibraries['at'] = (path) => emulator.libraries.get(other.mountId)?.tree.find(path);
		return { emulator, other, source, target, port: changesOf({ source, target }), at, sent: lastParts(emulator) };
	};
}

function lastParts({ requests }: Emulator): () => string[] {
	let seen = 0;
	return () => {
		const parts = requests.slice(seen).map(({ path }) => path.split('/').at(-1) ?? '');
		seen = requests.length;
		return parts;
	};
}
