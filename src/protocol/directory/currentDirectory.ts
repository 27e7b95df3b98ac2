/* The directory that the service has. */

/** A department of the service. */
export interface CurrentDepartment {
	readonly id: string;
	/** '' for a department that was not created from the external directory. */
	readonly outId: string;
	readonly name: string;
	/** '' at the top level. */
	readonly parentId: string;
}

/** A member of the service. */
export interface CurrentMember {
	/** '' for a member that was not created from the external directory. */
	readonly outId: string;
	readonly name: string;
	readonly account: string;
	readonly email: string;
	readonly phone: string;
	readonly title: string;
	/** External IDs of the departments the member is in; departments without an external ID are left out. */
	readonly departments: readonly string[];
	/** Whether member management lists the member, in a department or at the top level. */
	readonly listed: boolean;
}

/** All members and departments of the service, as far as a plan needs them. */
export interface CurrentDirectory {
	readonly departments: readonly CurrentDepartment[];
	readonly members: readonly CurrentMember[];
}

/**
 * Whether a member or department can be named in a request. An external ID with a comma would name two others (A13), so
 * such entries are left alone, like those without an external ID.
 */
export const isExternal = ({ outId }: { readonly outId: string }): boolean => outId !== '' && !outId.includes(',');
