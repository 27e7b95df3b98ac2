import type { AnyOperation } from '../../protocol/operation/define';

/**
 * The output fields of these operations that contain secrets, as a node declares them to n8n
 * (`sensitiveOutputFields`), sorted. n8n hides a field in the items of all operations of a node, and versions that know
 * nothing of it ignore the list.
 */
export const secretFields = (operations: readonly AnyOperation[]): string[] =>
	[...new Set(operations.flatMap(({ secrets }) => secrets ?? []))].sort();
