import type { INodeExecutionData, INodeListSearchResult } from 'n8n-workflow';
import type { Emulator } from '../../emulator';
import type { BinaryMode, RunResult, RunSetup } from './engine';
import type { Library } from './library';
import { nameOf, shareWorld, useWorld, World } from './world';

/** The File Library node with the demo library of an emulator. */
export class EmulatedLibrary extends World implements Library {
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

type Fill = (emulator: Emulator) => void;

/** The library of a test file: a new one for each test, with what `fill` puts into it. */
export const useLibrary = (fill?: Fill, binaryMode?: BinaryMode): EmulatedLibrary =>
	useWorld(new EmulatedLibrary(), { fill, binaryMode });

/** The library of a test file, one for all its tests. */
export const shareLibrary = (fill?: Fill, binaryMode?: BinaryMode): EmulatedLibrary =>
	shareWorld(new EmulatedLibrary(), { fill, binaryMode });
