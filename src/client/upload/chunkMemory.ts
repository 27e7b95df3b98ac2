import { makeMemoryBudget } from '../async/memoryBudget';

/**
 * What the chunks of all uploads of this process may take in memory, in bytes: enough for three uploads with two
 * chunks of 10 MB each, or for more of smaller files.
 */
export const chunkMemory = makeMemoryBudget(64_000_000);
