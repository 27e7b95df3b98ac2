import type { JsonObject } from '../../protocol/wire/json';

/** One change, as the feed shows it; plain JSON. */
export interface Change {
	readonly entry: JsonObject;
	/** Its operation is later than this, in ms. */
	readonly after: number;
	/** Whether it was created since the feed was last read; undefined when the feed cannot tell. */
	readonly isNew?: boolean;
	/** All that the feed shows of it was shown before: its name, content and modification time are as they were. */
	readonly same?: boolean;
	/** Changes that the feed hides (see `burst` of ReadOptions); `entry` is empty then. */
	readonly hidden?: { readonly ms: number; readonly shown: number; readonly counted: number | undefined };
}
