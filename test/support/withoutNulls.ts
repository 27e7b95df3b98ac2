/** What JSON says of a value, without the fields that are null. */
export const withoutNulls = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value, (_name, each: unknown) => each ?? undefined));
