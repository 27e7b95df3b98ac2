import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { Directory, EmulatorOptions } from '../../emulator';
import { hintsOf, type RunResult } from '../support/engine';
import { World } from '../support/world';

/** Parameters that make the changes instead of planning them. */
export const APPLY = { dryRun: false };
const WRITE = /\/ent\/(add|del|set)_/;

/** What a run of Synchronize Directory returned. */
export interface SyncResult extends RunResult {
	/** The items of changes; those of the summary, unless `planOutput` asks for items. */
	changes: INodeExecutionData[];
	/** The whole plan, unless `planOutput` asks for the changes; empty where there is none. */
	summary: IDataObject;
	/** What the editor shows above the items. */
	hints: string[];
}

/** Synchronize Directory in the real engine against an emulator; the results are read from the emulator's state. */
export class Synchronization extends World {
	override async open(options: Partial<EmulatorOptions> = {}): Promise<void> {
		await super.open({ seedDemo: false, ...options });
	}

	/** The items of another operation of the node. */
	async items(parameters: Record<string, unknown>): Promise<IDataObject[]> {
		const { items } = await this.run([{}], parameters);
		return items.map(({ json }) => json);
	}

	/** Runs the node with one item for each entry. */
	async run(
		entries: IDataObject[],
		parameters: Record<string, unknown> = {},
		nodeProps: Partial<INode> = {},
	): Promise<SyncResult> {
		const synchronize = { resource: 'directory', operation: 'synchronize', planOutput: 'summary', ...parameters };
		const items = entries.map((json) => ({ json }));
		const result = await this.runNode('fileLibraryAdmin', synchronize, { nodeProps, items });
		if (parameters.planOutput === 'changes')
			return { ...result, changes: result.items, summary: {}, hints: hintsOf(result) };
		const summary = result.items[0]?.json ?? {};
		const changes = ((summary.plan ?? []) as IDataObject[]).map((json) => ({ json }));
		return { ...result, changes, summary, hints: hintsOf(result) };
	}

	/** The directory of the emulated enterprise. */
	get directory(): Directory {
		return this.emulator.world.directory;
	}

	/** Names of all requests so far that change something, in their order. */
	writes(): string[] {
		const paths = this.emulator.requests.map(({ path }) => path);
		return paths.filter((path) => WRITE.test(path)).map((path) => path.slice(path.lastIndexOf('/') + 1));
	}

	/** External IDs of the departments of a member. */
	departmentsOf(outId: string): string[] {
		return this.departmentOutIds(this.directory.memberByOutId(outId).id).sort();
	}

	/** The seeded company as a feed would describe it. */
	company(): IDataObject[] {
		const { groups, members } = this.directory;
		const departments = [...groups.values()].map(({ outId, name, parentId }) => ({
			type: 'department',
			outId,
			name,
			parentOutId: parentId === 0 ? '' : this.directory.groupById(parentId).outId,
		}));
		const people = [...members.values()].map(({ id, outId, name, account, email, phone, title }) => {
			const outIds = this.departmentOutIds(id);
			// Members that no list shows are to stay hidden.
			const departmentOutIds = outIds.length > 0 ? outIds : null;
			return { type: 'member', outId, name, account, email, phone, title, departmentOutIds };
		});
		return [...departments, ...people];
	}

	private departmentOutIds(memberId: number): string[] {
		return this.directory.groupsOf(memberId).map(({ outId }) => outId);
	}
}
