/**
 * What comes with status 200 where the document gives no body (A06). Nothing in it may be relied on; the node returns
 * the operation's `done`, with whatever fields the service adds.
 */
export type Done = unknown;

/**
 * Entries by the ID they were asked for. What was not found is missing or null (F06); PHP sends an empty map as `[]`
 * (I17, client facts 5.16).
 */
export type ById<E> = Readonly<Record<string, E | null>> | readonly never[];

/**
 * A record as it may really come: the document names its fields, but a field may be missing or of another type. What
 * makes items for people reads this, so that one unexpected field does not lose the rest.
 */
export type Unverified<T> = { readonly [K in keyof T]?: unknown };
