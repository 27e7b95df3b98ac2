import { Activities, activities, libraryRows } from '../support/activities';
import { useTriggers } from '../support/triggers';

/* What the items of the activity trigger contain, and which event is which. */

const t = useTriggers(new Activities());

const SALES = 2102;
/** What a form reports of everything that `write` writes after its activation. */
async function found(parameters: Record<string, unknown>, write: () => void): Promise<string[]> {
	const trigger = t.activate(parameters);
	await trigger.poll();
	write();
	return activities(await trigger.poll());
}

test('an item says what was done, by whom, when, and where', async () => {
	const trigger = t.activate();
	await trigger.poll();
	t.write({ path: 'Offers/offer.pdf', mountId: SALES, member: 103 });
	const [item] = (await trigger.poll()) ?? [];
	expect(item?.json).toEqual({
		event: 'downloaded',
		date: new Date(Math.floor(t.clock.now() / 1000) * 1000).toISOString(),
		member_name: 'Member 103',
		fullpath: 'Offers/offer.pdf',
		org_name: 'Sales',
		type: 'file',
		filesize: 5,
		content: 'download',
		member_id: 103,
		org_id: 1102,
		hash: 'hash of Offers/offer.pdf',
	});
	expect(Object.keys(item?.json ?? {}).slice(0, 5)).toEqual(['event', 'date', 'member_name', 'fullpath', 'org_name']);
});

/** The codes of the document with the words of the node. */
const ACTS: Readonly<Record<string, number>> = {
	deleted: 0,
	created: 1,
	renamed: 2,
	edited: 3,
	moved: 4,
	restored: 5,
	versionRestored: 6,
	locked: 12,
	unlocked: 13,
	downloaded: 20,
	previewed: 21,
	linkCreated: 1014,
	linkOpened: 1015,
	linkDownloaded: 1016,
	linkSaved: 1017,
	linkUploaded: 1018,
};
const TYPES: Readonly<Record<string, number>> = {
	managementSubAdministrator: 1,
	managementMember: 2,
	managementSettings: 3,
	managementStructure: 4,
	managementRole: 5,
	managementDevice: 6,
	managementStoragePoint: 7,
	managementLibrary: 8,
	managementDevelopment: 9,
};

test('each act has its word, and can be chosen alone', async () => {
	const write = (): void => Object.values(ACTS).forEach((act) => t.write({ path: 'a', act }));
	const libraries = libraryRows(t.client.emulator.library.orgId);
	const told = async (event: string) => await found({ events: [event], libraries }, write);
	for (const event of Object.keys(ACTS)) expect(await told(event)).toEqual([`${event} a`]);
	expect((await told('anyInLibraries')).sort()).toEqual(
		Object.keys(ACTS)
			.map((event) => `${event} a`)
			.sort(),
	);
});

test('each type of the management log has its word, and can be chosen alone or with others', async () => {
	const write = (): void => Object.values(TYPES).forEach((type) => t.manage(type, 'text'));
	for (const event of Object.keys(TYPES)) expect(await found({ events: [event] }, write)).toEqual([`${event} text`]);
	expect(await found({ events: ['managementRole', 'managementMember'] }, write)).toEqual([
		'managementMember text',
		'managementRole text',
	]);
	expect(await found({ events: ['anyManagement'] }, write)).toHaveLength(9);
});

test('an entry of the management log, by its text and administrator', async () => {
	const trigger = t.activate({ events: ['anyManagement'] });
	await trigger.poll();
	t.manage(8, 'Permissions of Ann were changed', 'Li Na');
	const [item] = (await trigger.poll()) ?? [];
	expect(item?.json).toMatchObject({
		event: 'managementLibrary',
		member_name: 'Li Na',
		content: 'Permissions of Ann were changed',
	});
	const write = (): void => {
		t.manage(8, 'Permissions of Ann were changed', 'Li Na');
		t.manage(2, 'Ann signed in', 'Zhang Wei');
	};
	const by = async (filters: object) => await found({ events: ['anyManagement'], filters }, write);
	expect(await by({ content: 'SIGNED' })).toEqual(['managementMember Ann signed in']);
	expect(await by({ administrators: ['li na'] })).toEqual(['managementLibrary Permissions of Ann were changed']);
});
