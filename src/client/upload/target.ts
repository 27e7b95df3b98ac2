/** The member in whose name the service records the upload; at most one of both (document, OP). */
export interface Operator {
	readonly op_id?: string;
	readonly op_name?: string;
}

/** Where the content goes. */
export interface UploadTarget {
	/** Library of a person's upload (mount_id); a library authorization is for one library anyway. */
	readonly mountId?: string;
	/** Full path, including the file's name. */
	readonly fullpath: string;
	/** When false, the service adds a number to a name that is taken. */
	readonly overwrite: boolean;
	readonly operator?: Operator;
}

/** The library as a wire parameter, where one is needed. */
export const mountParams = ({ mountId }: Pick<UploadTarget, 'mountId'>): Record<string, string> =>
	mountId === undefined ? {} : { mount_id: mountId };
