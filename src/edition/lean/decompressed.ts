/** The codings of bodies that this edition undoes: none, because n8n's helper has undone them. */
export const CODINGS: ReadonlySet<string> = new Set();

/** The pieces as they are. */
export const decompressed = (pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> => pieces;
