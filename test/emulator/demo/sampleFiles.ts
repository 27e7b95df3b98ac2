import { logTypes } from '../store/enterprise/enterprise';
import { type Actor, detailsOf, type Entry, nameOf, parentOf } from '../store/library/entry';
import type { Library } from '../store/library/library';
import { deleteEntry, ensureFolder, putFile } from '../store/library/write';
import { permissionsOf } from '../store/permissions/settings';
import type { World } from '../world/world';

const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

const files: ReadonlyArray<readonly [path: string, content: string | Buffer]> = [
	['Contracts/Framework agreement.pdf', PDF],
	['Contracts/Supplier list.csv', 'id,name\n1,Acme\n2,Globex\n'],
	['Contracts/Signed/Lease 2025.pdf', `${PDF}%lease\n`],
	['Contracts/offer.txt', 'We offer what you need.\n'],
	['Contracts/offer.pdf', `${PDF}%offer\n`],
	['Contracts/offer.docx', 'stands for an offer\n'],
	['Contracts/draft.txt', 'A first draft.\n'],
	['Contracts/old name.txt', 'A file with an old name.\n'],
	['Drafts/2023/Plan.txt', 'The plan for 2023.\n'],
	['Drafts/2024/Plan.txt', 'The plan for 2024.\n'],
	['Drafts/2025/Plan.txt', 'The plan for 2025.\n'],
	['Reports/old.txt', 'An old report.\n'],
	['Reports/Obsolete.txt', 'A report with a tag.\n'],
	['Archive/Offer 2025.txt', 'We offered what you needed.\n'],
	['Reports/2026/January.txt', 'Report for January 2026\n'],
	['Reports/2026/February.txt', 'Report for February 2026\n'],
	['Reports/Summary.docx', 'stands for a document\n'],
	['Reports/Logo.png', PIXEL],
	['合同 2026/采购合同.txt', '采购合同\n'],
	['合同 2026/会议资料.pdf', `${PDF}%meeting\n`],
	['Welcome.txt', 'Welcome to the demo library.\n'],
];

const tagged: ReadonlyArray<readonly [path: string, ...tags: string[]]> = [
	['Contracts/Framework agreement.pdf', 'legal', 'signed'],
	['Reports/2026/January.txt', 'finance'],
	['Reports/Obsolete.txt', 'obsolete'],
];

/** Fills the demo library, for those who try the nodes and for the examples of the operations. */
export function addSampleFiles(world: World, library: Library): void {
	for (const [path, content] of files) seedFile(world, library, path, content);
	for (const path of ['Reports/deleted.txt', 'Reports/trash.txt']) {
		seedFile(world, library, path, 'A report nobody needs.\n');
		deleteEntry(library, library.tree.get(path), false, { id: 1, name: 'Member 01' });
	}
	addVersions(world, library);
	addQueuedTask(world, library);
	library.links.create({
		entry: library.tree.get('Reports/Summary.docx'),
		deadline: -1,
		auth: 'preview',
		password: '',
	});
	for (const [path, ...tags] of tagged) for (const tag of tags) detailsOf(library.tree.get(path)).tags.add(tag);
	const set = permissionsOf(library.tree.get('Reports/2026'));
	set.members.set(3, { names: ['file_preview'] });
	set.groups.set(2, { names: ['file_preview', 'file_read'] });
	addManagementLog(world);
	addCompanyFiles(world);
}

function addVersions(world: World, library: Library): void {
	const path = 'Reports/Price list.csv';
	seedFile(world, library, path, 'article,price\nHammer,12.00\n');
	const { sha1, size } = world.contents.put(Buffer.from('article,price\nHammer,14.00\n'));
	putFile(library, { path, filehash: sha1, filesize: size, overwrite: true, actor: { id: 1, name: 'Member 01' } });
}

/** The queued copy that the reference's example of queue_status names; it is done at once. */
function addQueuedTask(world: World, library: Library): void {
	const { mountId } = library.profile;
	world.queue.add({ mountId, fullpath: 'Archive', delayMs: 0, outcome: 'run', run: () => undefined }, world.now());
}

/** The latest actions of the demo enterprise's administrators, and an authorization that is no longer used. */
function addManagementLog(world: World): void {
	const { enterprise } = world;
	const hourMs = 3_600_000;
	enterprise.note(logTypes.structure, '张伟', 'added department Quality', world.now() - 3 * hourMs);
	enterprise.note(logTypes.member, '张伟', 'added member liu.xiaodong@example.com', world.now() - 2 * hourMs);
	enterprise.note(logTypes.member, '张伟', 'changed member emma.evans@example.com', world.now() - hourMs);
	const operations = libraryNamed(world, 'Operations');
	if (operations) world.authorize('obsolete-client', 'obsolete-client-secret', operations, '', 'Old integration');
}

/** Files of the library Company, in which the demo user works. */
function addCompanyFiles(world: World): void {
	const company = libraryNamed(world, 'Company');
	if (!company) return;
	const member = { id: 101, name: '张伟' };
	for (const path of [
		'Contracts/offer.txt',
		'Contracts/draft.txt',
		'Contracts/old name.txt',
		'Drafts/2023/Plan.txt',
		'Drafts/2024/Plan.txt',
		'Drafts/2025/Plan.txt',
		'Reports/old.txt',
		'Archive/Offer 2025.txt',
	]) {
		seedFile(world, company, path, `A document of the company: ${path}\n`, member);
	}
	const entry = company.tree.get('Archive/Offer 2025.txt');
	world.favorites.push({ member: world.directory.memberById(member.id), library: company, entry });
}

function libraryNamed(world: World, name: string): Library | undefined {
	return [...world.libraries.values()].find(({ profile }) => profile.name === name);
}

const SEEDER: Actor = { id: 1, name: 'Member 01' };

/** Adds a file, and the folders above it, without history; returns its hash. */
export function seedFile(
	world: World,
	library: Library,
	path: string,
	content: string | Buffer,
	actor: Actor = SEEDER,
): string {
	const stored = world.contents.put(Buffer.isBuffer(content) ? content : Buffer.from(content, 'utf8'));
	return addQuickly(library, {
		parent: ensureFolder(library, parentOf(path), actor),
		name: nameOf(path),
		sha1: stored.sha1,
		size: stored.size,
		atMs: library.now(),
		actor,
	});
}

/** Puts a content to a path in the name of somebody: a new file, or a new version of the one that is there. */
export function putContent(world: World, library: Library, path: string, content: string, actor: Actor): void {
	const { sha1: filehash, size: filesize } = world.contents.put(Buffer.from(content));
	putFile(library, { path, filehash, filesize, overwrite: true, actor });
}

export interface BulkSeed {
	readonly count: number;
	/** The folder, created if necessary; default `Bulk`. */
	readonly folder?: string | undefined;
	/** Name of each file; default `file-000000.txt` …. */
	readonly name?: ((index: number) => string) | undefined;
	/** Operation time of each file in milliseconds; by default one millisecond apart, all of them in the past. */
	readonly operationMs?: ((index: number) => number) | undefined;
}

/** Adds many small files of one content, without history; a million take seconds. */
export function seedMany(world: World, library: Library, order: BulkSeed): void {
	const content = world.contents.put(Buffer.from('seeded\n'));
	const parent = ensureFolder(library, order.folder ?? 'Bulk', SEEDER);
	const start = library.now() - order.count;
	for (let index = 0; index < order.count; index++) {
		addQuickly(library, {
			parent,
			name: order.name?.(index) ?? `file-${String(index).padStart(6, '0')}.txt`,
			sha1: content.sha1,
			size: content.size,
			atMs: order.operationMs?.(index) ?? start + index,
			actor: SEEDER,
		});
	}
}

interface QuickFile {
	readonly parent: Entry;
	readonly name: string;
	readonly sha1: string;
	readonly size: number;
	readonly atMs: number;
	readonly actor: Actor;
}

function addQuickly(library: Library, file: QuickFile): string {
	const entry = library.tree.newEntry(file.name, false, file.actor, file.atMs);
	entry.filehash = file.sha1;
	entry.filesize = file.size;
	library.tree.attach(entry, file.parent, library.tree.freeName(file.parent, file.name, false));
	library.feed.touch(entry, file.atMs);
	return entry.hash;
}
