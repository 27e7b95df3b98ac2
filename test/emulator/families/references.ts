import { badParameter, codes, ServiceFailure } from '../http/errors';
import type { Json } from '../http/json';
import { defaulted, filled, int, json, type Kind, optional, path, text } from '../http/parameters';
import { type Directory, isEnabled, type Member } from '../store/enterprise/directory';
import { storagePoints } from '../store/enterprise/enterprise';
import { type Entry, fullpathOf } from '../store/library/entry';
import type { Library } from '../store/library/library';
import { type FileWrite, finalPath, putFile, replacedFile } from '../store/library/write';
import { knowsContent } from '../world/participation';
import type { World } from '../world/world';

/** doc: fullpath or hash. */
export const fileRef = { fullpath: optional(path), hash: optional(text) };
export const oneFile = [['fullpath', 'hash']] as const;

/** The values of `fileRef`. */
interface FileRef {
	readonly fullpath?: string | undefined;
	readonly hash?: string | undefined;
}

/** The file or folder that a request names; throws 40402. */
export function referredEntry(library: Library, p: FileRef): Entry {
	return p.hash !== undefined ? library.tree.getByHash(p.hash) : library.tree.get(p.fullpath ?? '');
}

/** The file that a request names; throws 40402. assumed: a folder is a parameter error. */
export function referredFile(library: Library, p: FileRef): Entry {
	const entry = referredEntry(library, p);
	if (entry.children) throw badParameter(p.hash !== undefined ? 'hash' : 'fullpath', 'is a folder, not a file');
	return entry;
}

/** doc: 1 enabled, 0 disabled. */
export function stateOf(world: World, member: Member): 0 | 1 {
	return isEnabled(member, world.now()) ? 1 : 0;
}

/** doc: a member by id, external id or account. */
export const memberRef = { member_id: optional(int(0)), out_id: optional(filled), account: optional(filled) };
export const oneMember = [['member_id', 'out_id', 'account']] as const;

/** doc: the operations of enterprises accept the email address too. */
export const memberOrEmailRef = { ...memberRef, email: optional(filled) };
export const oneMemberOrEmail = [['member_id', 'out_id', 'account', 'email']] as const;

/** The values of `memberRef` and `memberOrEmailRef`. */
interface MemberRef {
	readonly member_id?: number | undefined;
	readonly out_id?: string | undefined;
	readonly account?: string | undefined;
	readonly email?: string | undefined;
}

/** True when one of the values is present. */
export function namesMember(p: MemberRef): boolean {
	return [p.member_id, p.out_id, p.account, p.email].some((value) => value !== undefined);
}

/** The member that a request names; throws 40406. */
export function referredMember(directory: Directory, p: MemberRef): Member {
	if (p.out_id !== undefined) return directory.memberByOutId(p.out_id);
	if (p.account !== undefined) return directory.memberByAccount(p.account);
	if (p.email !== undefined) return directory.memberByEmail(p.email);
	return directory.memberById(p.member_id ?? 0);
}

/** fact, error codes: 40051 for a storage point that does not exist. */
const known: Kind<string> = (raw) => {
	if (!storagePoints.some((point) => point === raw))
		throw new ServiceFailure(codes.noStoragePoint, `storage point '${raw}' does not exist`);
	return raw;
};

/** The storage point of a new library. */
export const storagePoint = defaulted(known, storagePoints[0]);

/** doc: the default page size of files is 100. assumed (A14): `start` counts entries, and there is no largest size. */
export const page = { start: defaulted(int(0), 0), size: defaulted(int(1), 100) };

/** doc: the default page size of members and of history is 20. */
export const shortPage = { start: defaulted(int(0), 0), size: defaulted(int(1), 20) };

/** doc: the page size of logs and partner lists is at most 1000. */
export const limitedPage = { start: defaulted(int(0), 0), size: defaulted(int(1, 1000), 100) };

/** The page of a list. */
export function pageOf<T>(items: readonly T[], { start, size }: { start: number; size: number }): T[] {
	return items.slice(start, start + size);
}

const scopes = ['filename', 'tag', 'content'] as const;

/** doc: where a search looks by default. */
const defaultScope: ReadonlyArray<(typeof scopes)[number]> = ['filename', 'tag'];

/** doc: where a search looks, as the JSON text of an array. */
const scopeKind = json((value, name) => {
	const known = Array.isArray(value)
		? value.filter((each): each is (typeof scopes)[number] => scopes.some((one) => one === each))
		: [];
	if (!Array.isArray(value) || known.length !== value.length || known.length === 0)
		throw badParameter(name, 'is not a JSON array of filename, tag, content');
	return known;
});
export const scope = defaulted(scopeKind, defaultScope);

/**
 * Whether an entry matches lower-case keywords.
 * assumed: the keywords match as they are, anywhere in the text, whatever the case.
 */
export function matches(world: World, entry: Entry, keywords: string, where: readonly string[]): boolean {
	if (where.includes('filename') && entry.name.toLowerCase().includes(keywords)) return true;
	if (where.includes('tag') && [...(entry.details?.tags ?? [])].some((tag) => tag.toLowerCase().includes(keywords)))
		return true;
	return where.includes('content') && (world.contents.get(entry.filehash)?.text?.includes(keywords) ?? false);
}

/** create_file of the library and the user family. doc: done at once (state 1) when the service has the content. */
export function announceUpload(world: World, library: Library, write: FileWrite): Json {
	if (world.faults.libraryFull) throw new ServiceFailure(codes.libraryFull, 'library space insufficient');
	const fullpath = finalPath(library, write);
	const replaced = replacedFile(library, write);
	library.requireSpace(write.filesize - (replaced?.filesize ?? 0));
	if (knowsContent(world, library, write)) {
		const entry = putFile(library, write);
		return { state: 1, hash: entry.hash, fullpath: fullpathOf(entry) };
	}
	// assumed (C05): the form of the server is not shown.
	const announcement = world.uploads.announce(library, { ...write, hash: replaced?.hash });
	return { state: 0, hash: announcement.write.hash, fullpath, server: world.origins.upload };
}
