import type { INodeExecutionData } from 'n8n-workflow';
import type { EmulatorOptions } from '../../emulator';
import type { Entry } from '../../emulator/store/library/entry';
import { ensureFolder } from '../../emulator/store/library/write';
import type { RunResult, RunSetup } from '../support/engine';
import { by } from '../support/library';
import { World } from '../support/world';

/** What is in a folder: the content of each file by its path, null for a folder. */
export type Tree = Readonly<Record<string, string | null>>;

/** A way to mirror: the node, its credential, and the libraries by mount_id. */
export interface Way {
	readonly node: 'fileLibrary' | 'fileLibraryUser';
	readonly source: number;
	readonly target: number;
	/** The parameters that name the libraries. */
	readonly libraries: Readonly<Record<string, unknown>>;
}

const enterprise = (libraries: object): Way['libraries'] => ({ authentication: 'enterprise', ...libraries });

/** Every way: a node with one library or two, and how libraries are named. */
export const WAYS: Readonly<Record<string, Way>> = {
	'a library authorization': { node: 'fileLibrary', source: 1, target: 1, libraries: {} },
	'an enterprise, within a library': {
		node: 'fileLibrary',
		source: 2101,
		target: 2101,
		libraries: enterprise({ library: by('id', '1101') }),
	},
	'an enterprise, between libraries': {
		node: 'fileLibrary',
		source: 2101,
		target: 2102,
		libraries: enterprise({ sourceLibrary: by('id', '1101'), targetLibrary: by('mountId', '2102') }),
	},
	'a person, within a library': {
		node: 'fileLibraryUser',
		source: 2101,
		target: 2101,
		libraries: { library: by('id', '2101') },
	},
	'a person, between libraries': {
		node: 'fileLibraryUser',
		source: 2101,
		target: 2102,
		libraries: { sourceLibrary: by('id', '2101'), targetLibrary: by('id', '2102') },
	},
};

/** Requests that change nothing. */
const READS = /\/(ls|info|token2|mount|bind)$/;

/** Both nodes in one engine with an emulator. Folder `S` of the source library is mirrored to `T` of the target. */
export class MirrorLab extends World {
	private seen = 0;

	override async open(options: Partial<EmulatorOptions> = {}): Promise<void> {
		await super.open({ requestLogSize: 100_000, ...options });
		this.seen = 0;
	}

	/** The library of a way; that of the library authorization is the demo library, whatever its ID. */
	private library(mountId: number) {
		return this.libraryAt(mountId === 1 ? undefined : mountId);
	}

	/** From now on, names in a library that differ only in case are one. */
	ignoreCase(mountId: number): void {
		this.library(mountId).tree.ignoresCase = true;
	}

	/** Puts files and folders into a folder of a library. */
	fill(mountId: number, folder: string, tree: Tree): void {
		const { library, seedFile } = this.emulator;
		const access = { ...library, mountId: this.library(mountId).profile.mountId };
		const actor = { id: 1, name: 'Seeder' };
		ensureFolder(this.library(mountId), folder, actor);
		for (const [path, content] of Object.entries(tree))
			if (content === null) ensureFolder(this.library(mountId), `${folder}/${path}`, actor);
			else seedFile(`${folder}/${path}`, content, access);
	}

	/** What is in a folder of a library. */
	tree(mountId: number, folder: string): Tree {
		const top = this.library(mountId).tree.find(folder);
		return Object.fromEntries(top ? this.below(top, '') : []);
	}

	private below(folder: Entry, prefix: string): Array<readonly [string, string | null]> {
		return [...(folder.children?.byName.values() ?? [])].flatMap((entry) => {
			const path = `${prefix}${entry.name}`;
			if (entry.children) return [[path, null] as const, ...this.below(entry, `${path}/`)];
			return [[path, entry.filehash] as const];
		});
	}

	async run(way: Way, parameters: object, more: Partial<RunSetup> = {}): Promise<RunResult> {
		const folders = { sourceFolder: by('path', 'S'), targetFolder: by('path', 'T') };
		const mirror = { resource: 'folder', operation: 'mirror', ...way.libraries, ...folders };
		const all = { ...mirror, dryRun: false, planOutput: 'summary', ...parameters };
		return await this.runNode(way.node, all, more);
	}

	/** The last parts of the paths of the requests since the last call that may change something. */
	writes(): string[] {
		const parts = this.emulator.requests.slice(this.seen).map(({ path }) => path);
		this.seen = this.emulator.requests.length;
		return parts.filter((path) => !READS.test(path)).map((path) => path.split('/').at(-1) ?? '');
	}

	/** Bytes of content that have arrived at upload hosts. */
	bytesSent(): number {
		return this.emulator.requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
	}
}

type Json = INodeExecutionData['json'];

/** The summaries of a run, one for each input item. */
export function summariesIn({ items, error }: RunResult): Json[] {
	const summaries = items.map(({ json }) => json);
	if (summaries.length === 0 || summaries.some(({ plan }) => !Array.isArray(plan)))
		throw error ?? new Error(`no summary in ${JSON.stringify(items)}`);
	return summaries;
}

/** The summary of a run with one input item. */
export const summaryIn = (result: RunResult): Json => summariesIn(result)[0] ?? {};

/** The changes in the summaries of a run. */
export const planIn = (result: RunResult): Json[] => summariesIn(result).flatMap(({ plan }) => plan as Json[]);

/** The changes in short: what, where, and what became of it. */
export const changesIn = (result: RunResult): string[] =>
	planIn(result).map(({ action, type, fullpath, status }) =>
		[action, type, `${String(fullpath)}:`, status].join(' '),
	);
