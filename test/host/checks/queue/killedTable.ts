import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import type { Emulator } from '../../../emulator';
import type { WorkflowNode } from '../../n8n/workflow';
import { libraryNode } from '../libraryNodes';

/** Requests that change permissions. */
const WRITE = /\/(set_permission|set_permission_inherit|del_permission|reset_permission)$/;
const SLOW_MS = 1000;
const ROOT = 'Killed table';
const FOLDERS = Array.from({ length: 30 }, (_, n) => `${ROOT}/${n}`);
const CLOSED = `${ROOT}/closed`;
const [DEPARTMENT, MEMBER] = [3, 14];

/** Rows for a folder and those in it. */
const ROWS = [
	{ fullpath: ROOT, group_id: DEPARTMENT, granted: 'ls,cd,pv,dl,w', denied: '' },
	...FOLDERS.map((fullpath) => ({ fullpath, group_id: DEPARTMENT, granted: 'ls,cd,pv,dl', denied: '' })),
	...FOLDERS.map((fullpath) => ({ fullpath, member_id: MEMBER, granted: 'ls,cd', denied: 'rm' })),
	{ fullpath: CLOSED, group_id: DEPARTMENT, granted: 'ls,cd,pv', denied: '', inherit: false },
];

/**
 * What the rows mean (docs/permission-table.md, "Editing"): what the folder above grants and the row does not is
 * denied, and where nothing is inherited, nothing has to be.
 */
const WANTED = new Map<string, Readonly<Record<string, string>>>([
	[ROOT, { groups: 'ls cd pv dl w' }],
	...FOLDERS.map((path) => [path, { groups: 'ls cd pv dl -w', members: 'ls cd -rm' }] as const),
	[CLOSED, { groups: 'ls cd pv' }],
]);

/** A table of permissions that is applied while its worker is killed. */
export class KilledTable {
	constructor(private readonly emulator: Emulator) {
		for (const path of [...FOLDERS, CLOSED]) emulator.seedFile(`${path}/a.txt`, 'a');
	}

	/** Applies the table. */
	readonly node = (prepared: PreparedN8n): WorkflowNode =>
		libraryNode(prepared, 'Apply', {
			resource: 'permission',
			operation: 'applyTable',
			dryRun: false,
			planOutput: 'summary',
			source: 'json',
			table: JSON.stringify(ROWS),
		});

	/** Runs a task while the service takes its time for each change. */
	async slowly(task: () => Promise<void>): Promise<void> {
		this.emulator.faults.add({ match: WRITE, action: 'slow', slowMs: SLOW_MS, times: 1000 });
		await task();
		this.emulator.faults.clear();
	}

	/** The number of changes so far. */
	writes(): number {
		return this.emulator.requests.filter(({ path }) => WRITE.test(path)).length;
	}

	/** How many folders are as the rows say. */
	done(): number {
		const said = this.said();
		return [...WANTED].filter(([path, codes]) => JSON.stringify(said.get(path)) === JSON.stringify(codes)).length;
	}

	/** Throws when everything is as the rows say, or nothing. */
	requireHalfDone(): void {
		const done = this.done();
		assert.ok(done > 0 && done < WANTED.size, `${done} of ${WANTED.size} folders are done`);
	}

	/** Throws unless the folders have exactly the permissions of the rows. */
	requireDone(): void {
		assert.deepEqual(this.said(), WANTED);
	}

	/** What the service has set, by folder. */
	private said(): Map<string, Record<string, string>> {
		const tree = this.emulator.libraries.get(this.emulator.library.mountId)?.tree;
		const codesOf = (codes: Readonly<Record<string, number>> = {}): string =>
			Object.entries(codes)
				.flatMap(([code, value]) => (value === 0 ? [] : `${value < 0 ? '-' : ''}${code}`))
				.join(' ');
		return new Map(
			[...WANTED.keys()].map((path) => {
				const { groups, members } = tree?.get(path).details?.permissions ?? {};
				const set = {
					groups: codesOf(groups?.get(DEPARTMENT)?.codes),
					members: codesOf(members?.get(MEMBER)?.codes),
				};
				return [path, Object.fromEntries(Object.entries(set).filter(([, codes]) => codes !== ''))];
			}),
		);
	}
}
