import type { FeedEntry as DocumentedEntry } from '../catalogue/answers/file';
import { plainNumber } from '../wire/json';

/**
 * An entry of the updates feed, as the rooms of the feed read it: a deployment may leave a field out, so every field is
 * optional. The time of the operation itself is not part of it.
 */
export type FeedEntry = Readonly<Partial<DocumentedEntry>>;

/** Whether an entry is a folder. */
export const isFolder = ({ dir }: FeedEntry): boolean => plainNumber(dir) === 1;

/** Whether an entry was deleted; only compare mode says so. */
export const isDeleted = ({ cmd }: FeedEntry): boolean => plainNumber(cmd) === 0;
