/* Departments of an enterprise. */

/** A department. The list names its ID `id`, the lookup by external ID names it `group_id` (I11). */
export type Department = {
	id?: number;
	group_id?: number;
	name: string;
	/** ID in the external directory; empty for a department that is not in it. */
	out_id: string;
	/** 0 is the top level. */
	parent_id: number;
};

/** A new department. */
export type CreatedDepartment = { group_id: number };
