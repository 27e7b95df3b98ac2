/** What is written in lists. */
export const wordsIn = (...lists: readonly string[]): string[] => lists.flatMap((list) => list.split(', '));

/** Words that people search for in n8n's node creator, and the node that they mean. */
export const SEARCH_WORDS: Readonly<Record<string, readonly string[]>> = {
	fileLibrary: wordsIn(
		'recycle, recycle bin, trash, restore, undelete, delete folder, delete file, create folder, rename',
		'rename file, rename folder, move file, copy file, upload, upload file, download, share link',
		'share file, public link, external link, permission, access rights, tag, metadata, mirror',
		'sync folder, file approval, approve file, restore version, permissions report, link audit, version',
		'history, attachment, backup, watch folder, new file, file changed, document, dms',
	),
	fileLibraryUser: wordsIn('my files, favorite, bookmark'),
	fileLibraryAdmin: wordsIn(
		'sync users, synchronize users, sync directory, ldap, provisioning, create user, member, department',
		'group, quota, audit log, sso, role',
	),
	fileLibraryPartner: wordsIn('reseller, tenant, onboarding, subscription, license'),
	fileLibraryActivityTrigger: wordsIn(
		'who downloaded, audit, audit trail, mass download, link opened, siem, activity, data leak',
	),
	fileLibraryPreviewTrigger: wordsIn('viewer, reading progress, embed document, watermark'),
};

/** An entry of the node creator, as far as its search looks at it. */
export interface SearchEntry {
	readonly key: string;
	readonly properties: { readonly displayName: string; readonly codex?: { readonly alias?: readonly string[] } };
}

/** n8n's own search of the node creator, of its package `@n8n/utils`: the best entry first. */
export type NodeSearch = (filter: string, entries: readonly SearchEntry[]) => ReadonlyArray<{ item: SearchEntry }>;

/** Names of the nodes that a search finds, best first. */
export const found = (search: NodeSearch, words: string, entries: readonly SearchEntry[]): string[] =>
	search(words.toLowerCase(), entries).map(({ item }) => item.key);
