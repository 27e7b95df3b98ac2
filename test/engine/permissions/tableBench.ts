import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { RunResult } from '../support/engine';
import { by } from '../support/library';
import { EmulatedLibrary } from '../support/world';

/** Paths of the requests that change permissions. */
export const WRITE =
	/\/((batch_)?set_permission|set_permission_inherit|del_permission|file_permission|reset_permission)$/;

export type Row = IDataObject;

/** What a run of Apply Table returned. */
export interface ApplyResult extends RunResult {
	changes: IDataObject[];
	/** The one item of the plan. */
	summary: IDataObject;
	/** Requests of the run that change something. */
	writes: number;
}

/** Get Table and Apply Table in the real engine, against an emulator with a library of its own. */
export class TableBench extends EmulatedLibrary {
	/** Paths of all requests so far; the emulator's own list forgets the oldest. */
	readonly served: string[] = [];

	override async open(): Promise<void> {
		await super.open({ seedDemo: true });
		const { requests } = this.emulator.world;
		const add = requests.add.bind(requests);
		requests.add = (record) => {
			this.served.push(record.path);
			add(record);
		};
	}

	/** Parameters that use the credential of the enterprise. */
	get enterprise(): Record<string, unknown> {
		return { authentication: 'enterprise', library: by('id', String(this.emulator.library.orgId)) };
	}

	/** Another operation of the node. It must not fail. */
	async does(resource: string, operation: string, more: object): Promise<IDataObject[]> {
		const { items, error } = await this.run({ resource, operation, ...more });
		expect(error).toBeUndefined();
		return items.map(({ json }) => json);
	}

	async folders(...paths: string[]): Promise<void> {
		for (const path of paths) {
			const at = path.lastIndexOf('/');
			const folder = by('path', at < 0 ? '/' : path.slice(0, at));
			await this.does('folder', 'create', { folder, name: path.slice(at + 1) });
		}
	}

	async table(paths: readonly string[], people: object[] = [], more: object = {}): Promise<Row[]> {
		return await this.does('permission', 'getTable', {
			folders: { rows: paths.map((path) => ({ folder: by('path', path) })) },
			people: { rows: people },
			options: { listsAsText: false },
			...more,
		});
	}

	/** Sets single permissions directly. */
	async give(path: string, who: object, codes: { grant?: string[]; deny?: string[] }): Promise<void> {
		const file = by('path', path);
		await this.does('permission', 'set', { file, subjects: { rows: [who] }, give: 'permissions', ...codes });
	}

	/** Applies rows, one for each input item. */
	async apply(rows: readonly Row[], more: object = {}, nodeProps: Partial<INode> = {}): Promise<ApplyResult> {
		const from = this.served.length;
		const items: INodeExecutionData[] = rows.map((json) => ({ json: structuredClone(json) }));
		const plain = { resource: 'permission', operation: 'applyTable', dryRun: false, planOutput: 'summary' };
		const result = await this.run({ ...plain, ...more }, items, { nodeProps });
		const summary = result.items[0]?.json ?? {};
		return {
			...result,
			changes: (summary.plan ?? []) as IDataObject[],
			summary,
			writes: this.served.slice(from).filter((path) => WRITE.test(path)).length,
		};
	}
}

/** A member and a department as Get Table takes them. */
export const member = (id: number) => ({ type: 'member', member: by('id', String(id)) });
export const department = (id: number) => ({ type: 'department', department: by('id', String(id)) });

/** What a row says of permissions. */
export const said = (row: Row | undefined): unknown =>
	row && [row.fullpath, row.member_id ?? row.group_id, row.granted, row.denied];
