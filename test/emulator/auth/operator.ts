import { int, optional, text } from '../http/parameters';
import type { Actor } from '../store/library/entry';
import type { Library } from '../store/library/library';

/** doc: op_id and op_name, the operator of a library operation. */
export const operator = { op_id: optional(int(0)), op_name: optional(text) };

/**
 * The author of a change through a library authorization. doc: op_id precedes op_name, which only sets the name shown.
 * assumed: op_id must be a member (40406); without both the name is empty.
 */
export function actorOf(library: Library, p: { op_id?: number | undefined; op_name?: string | undefined }): Actor {
	if (p.op_id) return { id: p.op_id, name: library.directory.memberById(p.op_id).name };
	return { id: 0, name: p.op_name ?? '' };
}
