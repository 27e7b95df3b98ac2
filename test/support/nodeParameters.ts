/* Parameters of a node, as its form stores them. */

export type Parameters = Record<string, unknown>;

/** The parameters of a node: its resource, its operation, and others. */
export const on = (resource: string, operation: string, rest: Parameters = {}): Parameters => ({
	resource,
	operation,
	...rest,
});

/** A locator as the form stores it. */
export const by = (mode: string, value: unknown): Parameters => ({ __rl: true, mode, value });
