/** The settings that a page gives its program; empty for a page without a program. */
export const settingsIn = (html: string): Record<string, unknown> =>
	JSON.parse(/id="data"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}') as Record<string, unknown>;
