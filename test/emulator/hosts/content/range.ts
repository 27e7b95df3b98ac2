/** The part of a content that a request wants; `first` and `last` are inclusive. */
export type WantedRange = { at: 'whole' } | { at: 'part'; first: number; last: number } | { at: 'outside' };

/** A content as its headers describe it. */
export interface Described {
	readonly etag: string;
	readonly lastModified: string;
	readonly size: number;
}

/** RFC 9110, one byte range. Several ranges, other units and a failed If-Range mean the whole content. */
export function wantedRange(
	header: string | undefined,
	ifRange: string | undefined,
	{ etag, lastModified, size }: Described,
): WantedRange {
	if (header === undefined || (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified))
		return { at: 'whole' };
	const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
	if (!found || (found[1] === '' && found[2] === '')) return { at: 'whole' };
	if (found[1] === '') {
		const length = Math.min(Number(found[2]), size);
		return length === 0 ? { at: 'outside' } : { at: 'part', first: size - length, last: size - 1 };
	}
	const first = Number(found[1]);
	const last = found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
	if (found[2] !== '' && Number(found[2]) < first) return { at: 'whole' };
	return first >= size ? { at: 'outside' } : { at: 'part', first, last };
}
