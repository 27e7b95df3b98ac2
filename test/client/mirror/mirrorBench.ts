import type { MirrorPort, MirrorSide } from '../../../src/client/mirror/mirrorPort';
import { servicePort } from '../../../src/client/mirror/servicePort';
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

/** What a test of a mirror works with: folder `S` of the demo library, and folder `T` of another one. */
export interface TwoLibraries {
	readonly emulator: Emulator;
	readonly other: LibraryAccess;
	readonly source: MirrorSide;
	readonly target: MirrorSide;
	readonly port: MirrorPort;
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
		return { emulator, other, source, target, port: servicePort(source, target), at, sent: lastParts(emulator) };
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
