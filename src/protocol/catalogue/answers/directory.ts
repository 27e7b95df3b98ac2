/** Items of Synchronize Directory: one for each change. */
export type DirectoryChangeItem = {
	action: 'create' | 'update' | 'move' | 'delete' | 'join' | 'leave';
	kind: 'member' | 'department';
	outId: string;
	name: string;
	/** Of join and leave: external ID of the department, empty for the top level. */
	department?: string;
	reason: string;
	/** Values that differ, by field. */
	differences?: Readonly<Record<string, { readonly from: string; readonly to: string }>>;
	/** `planned` in a dry run. */
	status: 'planned' | 'done' | 'failed';
	warning?: string;
	/** Message of a change that failed. */
	error?: string;
};
