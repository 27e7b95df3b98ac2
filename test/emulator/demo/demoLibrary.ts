import { seedFile } from './seed';
import type { Library } from '../store/library/library';
import { logTypes } from '../store/enterprise/managementLog';
import { deleteEntry } from '../store/library/remove';
import type { World } from '../world/world';

/** The authorization of the demo library; the same at every start, so that sample workflows keep working. */
export const demoAuthorization = { orgClientId: 'demo-library', orgClientSecret: 'demo-library-secret' } as const;

/** A PNG of one transparent pixel. */
const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

const PDF =
	'%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** Makes the library every emulator starts with. Members: 1 Administrator, 2-4 Editor; department 2 views. */
export function addDemoLibrary(world: World): Library {
	const library = world.addLibrary({
		orgId: 1001,
		mountId: 2001,
		name: 'Demo Library',
		capacity: world.options.capacity,
		storagePoint: 'default',
		members: new Map([
			[1, 1],
			[2, 2],
			[3, 2],
			[4, 2],
		]),
		groups: new Map([[2, 3]]),
		ownerId: 1,
	});
	world.authorize(demoAuthorization.orgClientId, demoAuthorization.orgClientSecret, library);
	return library;
}

/** Sample folders and files for people who try the nodes. */
export function seedDemo(world: World, library: Library): void {
	const files: ReadonlyArray<readonly [string, string | Buffer]> = [
		['Contracts/Framework agreement.pdf', PDF],
		['Contracts/Supplier list.csv', 'id,name\n1,Acme\n2,Globex\n'],
		['Contracts/Signed/Lease 2025.pdf', `${PDF}%lease\n`],
		['Contracts/offer.txt', 'We offer what you need.\n'],
		['Contracts/offer.pdf', `${PDF}%offer\n`],
		['Contracts/offer.docx', 'stands for an offer\n'],
		['Contracts/draft.txt', 'A first draft.\n'],
		['Reports/old.txt', 'An old report.\n'],
		['Archive/Offer 2025.txt', 'We offered what you needed.\n'],
		['Reports/2026/January.txt', 'Report for January 2026\n'],
		['Reports/2026/February.txt', 'Report for February 2026\n'],
		['Reports/Summary.docx', 'stands for a document\n'],
		['Reports/Logo.png', PIXEL],
		['合同 2026/采购合同.txt', '采购合同\n'],
		['合同 2026/会议资料.pdf', `${PDF}%meeting\n`],
		['Welcome.txt', 'Welcome to the demo library.\n'],
	];
	for (const [path, content] of files) seedFile(world, library, path, content);
	for (const path of ['Reports/deleted.txt', 'Reports/trash.txt']) {
		seedFile(world, library, path, 'A report nobody needs.\n');
		deleteEntry(library, library.tree.get(path), false, { id: 1, name: 'Member 01' });
	}
	// The copy that the reference's example of a queue task asks about; it is done at once.
	world.queue.add(
		{ mountId: library.profile.mountId, fullpath: 'Archive', delayMs: 0, mood: 'run', work: () => undefined },
		world.now(),
	);
	library.links.open({
		entry: library.tree.get('Reports/Summary.docx'),
		deadline: -1,
		auth: 'preview',
		password: '',
	});
	library.tags.add(library.tree.get('Contracts/Framework agreement.pdf'), ['legal', 'signed']);
	library.tags.add(library.tree.get('Reports/2026/January.txt'), ['finance']);
	seedManagement(world);
	seedCompany(world);
}

/** What administrators of the demo company did lately, and an authorization that nobody uses any more. */
function seedManagement(world: World): void {
	const { enterprise } = world;
	const hourMs = 3_600_000;
	enterprise.note(logTypes.structure, '张伟', 'added department Quality', world.now() - 3 * hourMs);
	enterprise.note(logTypes.member, '张伟', 'added member liu.xiaodong@example.com', world.now() - 2 * hourMs);
	enterprise.note(logTypes.member, '张伟', 'changed member emma.evans@example.com', world.now() - hourMs);
	const operations = [...world.libraries.values()].find(({ profile }) => profile.name === 'Operations');
	if (operations) world.authorize('obsolete-client', 'obsolete-client-secret', operations, '', 'Old integration');
}

/** Files of the library Company, which a person of the demo company works with. */
function seedCompany(world: World): void {
	const company = [...world.libraries.values()].find(({ profile }) => profile.name === 'Company');
	if (!company) return;
	const zhang = { id: 101, name: '张伟' };
	for (const path of [
		'Contracts/offer.txt',
		'Contracts/draft.txt',
		'Contracts/old name.txt',
		'Reports/old.txt',
		'Archive/Offer 2025.txt',
	]) {
		seedFile(world, company, path, `A document of the company: ${path}\n`, zhang);
	}
	world.favorites.add(`${world.enterprise.id}:${zhang.id}`, {
		library: company,
		entry: company.tree.get('Archive/Offer 2025.txt'),
	});
}
