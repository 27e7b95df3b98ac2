import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startExamples, withDemo } from '../../contract/demo';
import { reference, type OperationEntry } from '../../contract/reference';
import type { Emulator } from '../../emulator';
import type { RunResult } from '../support/engine';
import { aThird, someCases } from '../../support/runs';
import { by } from '../support/library';

/* File Library opens the library that an item of File Library Admin or User names, by the enterprise's credential. */

/** The ways in which the node takes the library, with the keys of the items. */
const MODES = [
	['id', 'org_id'],
	['mountId', 'mount_id'],
] as const;

let run: (entry: OperationEntry, emulator: Emulator, items?: INodeExecutionData[], more?: object) => Promise<RunResult>;
beforeAll(async () => {
	const examples = await startExamples();
	run = async (entry, emulator, items, more) =>
		await examples.run(entry, emulator, { ...more, ...(items && { items }) });
});

const ofNode = (name: string): OperationEntry[] => reference().filter(({ node }) => node === name);
const entryOf = (id: string): OperationEntry => {
	const found = reference().find((entry) => entry.id === id);
	if (!found) throw new Error(`no operation ${id}`);
	return found;
};

/** In the library that the item names, by the credential of the enterprise. Mirror names it as its source. */
const inLibrary = (mode: string, key: string, parameters: object) => {
	const library = by(mode, `={{ $json.${key} }}`);
	return {
		credentialOf: 'fileLibraryAdmin',
		parameters: { ...parameters, authentication: 'enterprise', library, sourceLibrary: library },
	};
};

/** One item of each operation of these nodes that puts out an ID of a library which is there. */
async function naming(nodes: readonly string[], emulator: Emulator): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (const entry of aThird(nodes.flatMap(ofNode))) {
		const { items, error } = await run(entry, emulator);
		if (error) throw new Error(`${entry.id}: ${error.message}`);
		const isNamed = ({ json }: INodeExecutionData): boolean => MODES.some(([, key]) => json[key] !== undefined);
		const named = items.find((item) => isNamed(item) && item.json.deleted !== true);
		if (named) found.push(named.json);
	}
	return found;
}

test('a library that any other operation names can be opened', async () => {
	await withDemo(async (emulator) => {
		const statistics = entryOf('libraryFileStat');
		const named = await naming(['fileLibraryAdmin', 'fileLibraryUser'], emulator);
		for (const [mode, key] of MODES) {
			const items = named.filter((json) => json[key] !== undefined).map((json) => ({ json }));
			expect(items.length).toBeGreaterThan(3);
			const opened = await run(statistics, emulator, items, inLibrary(mode, key, statistics.example));
			expect(opened.error?.message).toBeUndefined();
			expect(opened.items.map(({ json }) => json[key])).toEqual(items.map(({ json }) => json[key]));
		}
	});
});

test('every operation of File Library takes the library of an item', async () => {
	await withDemo(async (emulator) => {
		const { items } = await run(entryOf('orgList'), emulator);
		const library = items.filter(({ json }) => json.org_id === emulator.library.orgId);
		expect(library).toHaveLength(1);
		for (const entry of someCases(ofNode('fileLibrary'))) {
			const { error } = await run(entry, emulator, library, inLibrary('id', 'org_id', entry.example));
			expect({ id: entry.id, error: error?.message }).toEqual({ id: entry.id, error: undefined });
		}
	});
});
