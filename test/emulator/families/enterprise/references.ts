import { filled, type Kind, list } from '../../http/parameters';
import type { Directory, Group, Member } from '../../store/enterprise/directory';

/* How requests name departments and members. */

/** doc: texts separated by commas. */
export const texts = list(',', filled);

/** doc: names of departments joined by slashes; '' is the top level. assumed (I16): no name is empty or has a slash. */
export const groupPath: Kind<string> = (raw, name) => (raw === '' ? '' : list('/', filled)(raw, name).join('/'));

/** The department at a path; null is the top level. Throws 40407. */
export function groupAt(directory: Directory, path: string): Group | null {
	return path === '' ? null : directory.groupByPath(path);
}

/** doc: the department with an external id; '' or, where it may be left out, nothing is the top level. Throws 40407. */
export function groupWithOutId(directory: Directory, outId: string | undefined): Group | null {
	return outId === undefined || outId === '' ? null : directory.groupByOutId(outId);
}

/** The members that exist. assumed (A13): operations that remove something skip unknown accounts and external ids. */
export function knownMembers(directory: Directory, by: 'account' | 'outId', values: readonly string[]): Member[] {
	return values
		.map((value) => directory.findMember(by, value))
		.filter((member): member is Member => member !== undefined);
}
