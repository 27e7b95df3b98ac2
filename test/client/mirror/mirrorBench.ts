import { createHash } from 'node:crypto';
import { type Clock, systemClock } from '../../../src/client/async/clock';
import { makeChange, type Mirroring, type MirrorSide } from '#mirror/work';
import type { Content } from '#mirror/plan';
import { type Emulator, emulatorInMemory, type EmulatorOptions, type LibraryAccess } from '../../emulator';
import { callerOf } from '../../support/emulatedHttp';

/** Content of a size in bytes. */
export const bytes = (size: number): Buffer => Buffer.alloc(size, 'some content that differs, ');

export const sha1 = (data: Buffer): string => createHash('sha1').update(data).digest('hex');

/** A file of the source with this content. */
export const fileOf = (path: string, content: Buffer) => ({ path, filesize: content.length, filehash: sha1(content) });

/** The changes of a mirror by their names. */
export const changesOf = (mirroring: Mirroring) => ({
	createFolder: async (path: string) => await makeChange(mirroring, { action: 'create', type: 'folder', path }),
	storeFile: async (file: Content) =>
		(await makeChange(mirroring, { action: 'add', type: 'file', ...file }))?.bytes_sent,
	moveFile: async (from: string, file: Content) =>
		await makeChange(mirroring, { action: 'move', type: 'file', from, ...file }),
	moveFolder: async (from: string, path: string) =>
		await makeChange(mirroring, { action: 'move', type: 'folder', from, path, files: 1, folders: 1, bytes: 1 }),
	remove: async (path: string) =>
		await makeChange(mirroring, {
			action: 'delete',
			type: 'file',
			path,
			reason: 'notInSource',
			files: 1,
			folders: 0,
			bytes: 1,
			contents: [{ path, dir: false, filesize: 5, filehash: '', hash: '' }],
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

/** A service in memory with both libraries. Pauses are cut short: how long they are is tested elsewhere. */
export function twoLibraries(options: Partial<EmulatorOptions> = {}): TwoLibraries {
	const emulator = emulatorInMemory(options);
	const other = emulator.addLibrary('Target');
	const sleep: Clock['sleep'] = async (ms, signal) => await systemClock.sleep(ms / 50, signal);
	const clock = { now: systemClock.now, sleep };
	const source: MirrorSide = { caller: callerOf(emulator, { clock }), folder: 'S' };
	const target: MirrorSide = { caller: callerOf(emulator, { clock, library: other }), folder: 'T' };
	emulator.seedFile('T/.keep', '', other);
	const at: TwoLibraries['at'] = (path) => emulator.libraries.get(other.mountId)?.tree.find(path);
	return { emulator, other, source, target, port: changesOf({ source, target }), at, sent: lastParts(emulator) };
}

function lastParts({ requests }: Emulator): () => string[] {
	let seen = 0;
	return () => {
		const parts = requests.slice(seen).map(({ path }) => path.split('/').at(-1) ?? '');
		seen = requests.length;
		return parts;
	};
}
