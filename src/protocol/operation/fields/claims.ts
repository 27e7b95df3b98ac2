/**
 * What an item claims through a field of an operation that changes something, so that items which touch the same thing
 * keep their order (src/n8n/execute/resourceClaims.ts). Operations that only read claim nothing.
 */
export type Claims =
	/**
	 * Full paths that it changes. In a locator, `path` and `source` are for the modes that take paths; tags claim
	 * nothing, and a thing named in any other way is a `scope`.
	 */
	| 'path'
	/** Full paths that it only reads. */
	| 'source'
	/**
	 * What has to be there before it: the folder or department, by path or ID, that something is put into, or the
	 * supervisor of a member. By a path it also says where the things that it changes or reads will be: inside it.
	 */
	| 'parent'
	/** The name of what it makes or renames: together with the parent, the full path that it will have. */
	| 'name'
	/** The ID of what it changes, where it may be the parent of other things. */
	| 'id'
	/** Two items touch the same thing only when this value is the same: a library, a member. */
	| 'scope'
	/** It does not identify what is changed. */
	| 'nothing';
