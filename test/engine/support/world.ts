import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryOrgApi } from '../../../credentials/FileLibraryOrgApi.credentials';
import { FileLibraryPartnerApi } from '../../../credentials/FileLibraryPartnerApi.credentials';
import { FileLibraryTokenApi } from '../../../credentials/FileLibraryTokenApi.credentials';
import type { ICredentialType, INodeExecutionData, INodeListSearchResult } from 'n8n-workflow';
import { actionNodes } from '../../contract/actionNodes';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator';
import { credentialsFor } from '../../support/credentials';
import type { CredentialData } from './credentialsHelper';
import { createEngine, type BinaryMode, type Engine, type RunResult, type RunSetup } from './engine';

/** The nodes with operations. */
export type ActionNode = keyof typeof actionNodes;
/** The name of a node in an engine. */
export const nameOf = (node: ActionNode): string => `test.${node}`;

/** All credential types. */
export const credentialTypes = (): ICredentialType[] =>
	[FileLibraryOrgApi, FileLibraryEnterpriseApi, FileLibraryPartnerApi, FileLibraryTokenApi].map((Type) => new Type());

/** n8n's engine with all credential types and all nodes with operations. */
export async function packageEngine(binaryMode: BinaryMode = 'default'): Promise<Engine> {
	const engine = await createEngine({ binaryMode });
	for (const node of Object.values(actionNodes)) engine.register(node, ...credentialTypes());
	return engine;
}

/** n8n's engine with the nodes of the package, and an emulator as their service. */
export class World {
	engine!: Engine;
	emulator!: Emulator;
	/** What runs are given; a change counts for all later ones. */
	credentials!: CredentialData;

	/** Starts a new emulator; the engine stays. */
	async open(options: Partial<EmulatorOptions> = {}, binaryMode?: BinaryMode): Promise<void> {
		this.engine ??= await packageEngine(binaryMode);
		this.emulator = await startEmulator(options);
		this.credentials = credentialsFor(this.emulator);
	}

	async close(): Promise<void> {
		await this.emulator.close();
	}

	/** Goes on with a new emulator. */
	async restart(options: Partial<EmulatorOptions> = {}): Promise<void> {
		await this.close();
		await this.open(options);
	}

	/** The credentials with some fields of one of them changed. */
	changed(fields: object, type = 'fileLibraryOrgApi'): CredentialData {
		return { ...this.credentials, [type]: { ...this.credentials[type], ...fields } };
	}

	/** Runs an operation of a node. */
	async runNode(node: ActionNode, parameters: object, more: Partial<RunSetup> = {}): Promise<RunResult> {
		const credentials = structuredClone(this.credentials);
		return await this.engine.run({ node: nameOf(node), parameters: { ...parameters }, credentials, ...more });
	}

	/** A library as the emulator has it: that of the library authorization unless another is named. */
	libraryAt(mountId = this.emulator.library.mountId) {
		const library = this.emulator.libraries.get(mountId);
		if (!library) throw new Error(`no library ${mountId}`);
		return library;
	}

	/** The ID of what is at a path. */
	idAt(path: string, mountId?: number): string | undefined {
		return this.libraryAt(mountId).tree.find(path)?.hash;
	}

	/** The last parts of the paths of all requests, in their order. */
	lastParts(): string[] {
		return this.emulator.requests.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
	}
}

/** The File Library node with the demo library of an emulator. */
export class EmulatedLibrary extends World {
	readonly name = nameOf('fileLibrary');

	async run(
		parameters: Record<string, unknown>,
		items: INodeExecutionData[] = [{ json: {} }],
		more: Partial<RunSetup> = {},
	): Promise<RunResult> {
		return await this.runNode('fileLibrary', parameters, { items, ...more });
	}

	/** A page of what a list of a locator shows, for a text that somebody types there. */
	async search(method: string, parameters: object, filter?: string, token?: string): Promise<INodeListSearchResult> {
		const { engine, name, credentials } = this;
		const asked = { ...(filter === undefined ? {} : { filter }), ...(token === undefined ? {} : { token }) };
		return await engine.search({ node: name, credentials, method, parameters: { ...parameters }, ...asked });
	}
}

/** Opens a world. */
export async function opened<T extends World>(world: T, options?: Partial<EmulatorOptions>): Promise<T> {
	await world.open(options);
	return world;
}

interface Kept {
	readonly options?: Partial<EmulatorOptions>;
	readonly binaryMode?: BinaryMode | undefined;
	/** What is put into the emulator at first. */
	readonly fill?: ((emulator: Emulator) => void) | undefined;
}

/** The world of a test file: a new emulator for each test. */
export function useWorld<T extends World>(
	world: T,
	{ options, binaryMode, fill }: Kept = {},
	[before, after] = [beforeEach, afterEach],
): T {
	before(async () => {
		await world.open(options, binaryMode);
		fill?.(world.emulator);
	});
	after(async () => await world.close());
	return world;
}

/** The world of a test file, with one emulator for all its tests. */
export const shareWorld = <T extends World>(world: T, kept: Kept = {}): T =>
	useWorld(world, kept, [beforeAll, afterAll]);

/** The library of a test file: a new one for each test, with what `fill` puts into it. */
export const useLibrary = (fill?: Kept['fill'], binaryMode?: BinaryMode): EmulatedLibrary =>
	useWorld(new EmulatedLibrary(), { fill, binaryMode });

/** The library of a test file, one for all its tests. */
export const shareLibrary = (fill?: Kept['fill'], binaryMode?: BinaryMode): EmulatedLibrary =>
	shareWorld(new EmulatedLibrary(), { fill, binaryMode });
