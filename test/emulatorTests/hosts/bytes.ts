/** A content of this length; another seed gives another content. */
export const bytes = (length: number, seed = 1): Buffer =>
	Buffer.from(Array.from({ length }, (_, at) => (at * 31 + seed * 7 + (at >> 8)) & 0xff));
