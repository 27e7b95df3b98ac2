/** A field of one choice: it is only asked for while the choice field `field` has one of `values`. */
export interface ShowFor {
	readonly field: string;
	readonly values: readonly string[];
}

/** What a field shows to people, and where in the form it is. No n8n type may appear in this folder. */
export interface FieldBase<T, Req extends boolean> {
	readonly required: Req;
	/** Label in the form; Title Case of the key when absent. */
	readonly label?: string;
	readonly help: string;
	readonly placeholder?: string;
	/** Wire name; snake_case of the key when absent. */
	readonly wire?: string;
	/** Not sent by itself: the operation's `compose` makes the wire value from it. */
	readonly composed?: true;
	/** The collection that contains it (`options` by default); `top` puts it among the required ones. */
	readonly place?: string;
	/** Otherwise it is neither shown nor sent nor required; see `shownFor`. */
	readonly showFor?: ShowFor;
	/** Not required while the choice has one of these values. */
	readonly optionalFor?: ShowFor;
	/** Key of a flag: while that is on, this field is neither checked nor sent. */
	readonly overriddenBy?: string;
	/** What a field says that was added to a collection and left empty; nothing at all when absent (A15). */
	readonly empty?: 'clears' | 'refused';
	/** Carries a type only, never set. */
	readonly _t?: T;
}

/**
 * What an item claims through a field of an operation that changes something, so that items which touch the same thing
 * keep their order (src/n8n/execute/resourceClaims.ts). Operations that only read claim nothing.
 */
export type Claims =
	/**
	 * Full paths that it changes. In a locator, `path` and `source` are for the modes that take paths; a thing
	 * named in any other way is a `scope`.
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
