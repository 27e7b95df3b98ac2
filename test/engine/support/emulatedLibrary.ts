import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator';
import type { CredentialData } from './credentialsHelper';
import type { BinaryMode, Engine } from './engine';
import { startLibrary, type Library } from './library';

/** The File Library node with the demo library of an emulator. */
export class EmulatedLibrary implements Library {
	emulator!: Emulator;
	engine!: Engine;
	name!: string;
	credentials!: CredentialData;
	run!: Library['run'];

	async start(binaryMode: BinaryMode = 'default', options: Partial<EmulatorOptions> = {}): Promise<void> {
		this.emulator = await startEmulator(options);
		const access = { url: this.emulator.url, ...this.emulator.library };
		Object.assign(this, await startLibrary(access, binaryMode));
	}
}

type Fill = (emulator: Emulator) => void;

/** The library of a test file: a new one for each test, with what `fill` puts into it. */
export function useLibrary(fill?: Fill, binaryMode?: BinaryMode): EmulatedLibrary {
	const library = new EmulatedLibrary();
	beforeEach(async () => {
		await library.start(binaryMode);
		fill?.(library.emulator);
	});
	afterEach(async () => await library.emulator.close());
	return library;
}

/** The library of a test file, one for all its tests. */
export function shareLibrary(fill?: Fill, binaryMode?: BinaryMode): EmulatedLibrary {
	const library = new EmulatedLibrary();
	beforeAll(async () => {
		await library.start(binaryMode);
		fill?.(library.emulator);
	});
	afterAll(async () => await library.emulator.close());
	return library;
}
