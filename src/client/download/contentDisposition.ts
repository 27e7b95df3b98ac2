/** The name in a Content-Disposition header: `filename*` of RFC 5987 before `filename`; without folders. */
export function fileNameIn(disposition: string | undefined): string | undefined {
	const extended = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition ?? '')?.[1];
	const simple = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition ?? '');
	const name = decoded(extended?.trim()) ?? simple?.[1]?.replace(/\\(.)/g, '$1') ?? simple?.[2]?.trim();
	return name?.split(/[/\\]/).at(-1) || undefined;
}

function decoded(value: string | undefined): string | undefined {
	try {
		return value === undefined ? undefined : decodeURIComponent(value);
	} catch {
		return undefined;
	}
}
