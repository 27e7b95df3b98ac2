import { Activities, activities, libraryRows, memberRows } from '../support/activities';
import { by } from '../support/library';
import { errorOf, useTriggers } from '../support/triggers';

/* What the items of the activity trigger contain, what its form lets through, and what a test event shows. */

const t = useTriggers(new Activities());

const SALES = 2102;

test('an item says what was done, by whom, when, and where', async () => {
	const trigger = await t.started();
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

test('an item of a time to come says so', async () => {
	const trigger = await t.started();
	t.write({ path: 'a.txt', ago: -100_000 });
	expect((await trigger.poll())?.[0]?.json.content).toMatch(/ \(dated ahead\)$/);
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
	const told = async (event: string) => await t.found({ events: [event], libraries }, write);
	for (const event of Object.keys(ACTS)) expect(await told(event)).toEqual([`${event} a`]);
	const all = Object.keys(ACTS).map((event) => `${event} a`);
	expect((await told('anyInLibraries')).sort()).toEqual(all.sort());
});

test('each type of the management log has its word, and can be chosen alone or with others', async () => {
	const write = (): void => Object.values(TYPES).forEach((type) => t.manage(type, 'text'));
	for (const event of Object.keys(TYPES))
		expect(await t.found({ events: [event] }, write)).toEqual([`${event} text`]);
	expect(await t.found({ events: ['managementRole', 'managementMember'] }, write)).toEqual([
		'managementMember text',
		'managementRole text',
	]);
	expect(await t.found({ events: ['anyManagement'] }, write)).toHaveLength(9);
});

test('an entry of the management log, by its text and administrator', async () => {
	const trigger = await t.started({ events: ['anyManagement'] });
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
	const by = async (filters: object) => await t.found({ events: ['anyManagement'], filters }, write);
	expect(await by({ content: 'SIGNED' })).toEqual(['managementMember Ann signed in']);
	expect(await by({ administrators: ['li na'] })).toEqual(['managementLibrary Permissions of Ann were changed']);
});

describe('filters', () => {
	const write = (): void => {
		t.write({ path: 'Offers/2026/a.pdf', member: 101 });
		t.write({ path: 'Offers/b.docx', member: 102 });
		t.write({ path: 'c.PDF', member: 0 });
		t.write({ path: 'Offers', member: 103, folder: true, act: 2 });
	};
	const through = async (filters: object): Promise<string[]> =>
		(await t.found({ filters }, write)).map((text) => text.replace(/^\w+ /, ''));
	test.each([
		[{}, ['Offers/2026/a.pdf', 'Offers/b.docx', 'c.PDF', 'Offers']],
		[{ members: memberRows('id', '101', '103') }, ['Offers/2026/a.pdf', 'Offers']],
		[{ notMembers: memberRows('id', '101'), folder: '/Offers' }, ['Offers/b.docx']],
		[{ extensions: ['.pdf'], include: ['Offers/**'] }, ['Offers/2026/a.pdf']],
		[{ folder: 'Offers', exclude: ['b.*'] }, ['Offers/2026/a.pdf']],
	])('%j', async (filters, paths) => {
		expect(await through(filters)).toEqual(paths);
	});

	test('a member by account', async () => {
		const account = t.account(102);
		expect(await through({ members: memberRows('account', account.toUpperCase()) })).toEqual(['Offers/b.docx']);
	});
});

describe('a test event', () => {
	test('the latest ten that match, oldest first, and nothing is saved', async () => {
		for (let n = 0; n < 15; n++) t.write({ path: `${n}.txt`, ago: 100 - n, mountId: n % 2 ? SALES : undefined });
		t.write({ path: 'later.txt', act: 0 });
		const libraries = libraryRows(1102, t.client.emulator.library.orgId);
		const trigger = t.activate({ events: ['downloaded'], libraries });
		const shown = activities(await trigger.poll({ mode: 'manual' }));
		expect(shown).toEqual(Array.from({ length: 10 }, (_, n) => `downloaded ${n + 5}.txt`));
		expect(trigger.staticData()).toEqual({});
	});

	test('nothing yet, and nothing that matches', async () => {
		const form = { events: ['locked'], libraries: libraryRows(1102) };
		const trigger = t.activate(form);
		const { message, description } = await errorOf(trigger.poll({ mode: 'manual' }));
		expect(message).toBe('The logs contain no such activity yet');
		expect(description).toMatch(/fetch the test event again/);
		t.write({ path: 'a.txt', act: 12, mountId: SALES });
		const other = t.activate({ ...form, filters: { extensions: ['pdf'] } });
		expect((await errorOf(other.poll({ mode: 'manual' }))).message).toMatch(/None of the last 1 entries/);
	});

	test('a library that does not exist is named beside what was found', async () => {
		t.write({ path: 'a.txt', mountId: SALES });
		const trigger = t.activate({ libraries: libraryRows(1102, 999_999) });
		expect(activities(await trigger.poll({ mode: 'manual' }))).toEqual(['downloaded a.txt', 'unreadable 999999']);
	});
});

describe('wrong settings', () => {
	test.each([
		[{ filters: { include: ['x'.repeat(201)] } }, /^Include Names can't be longer than 200 characters/],
		[{ libraries: { rows: [{ library: by('id', '') }] } }, /^Choose Library in row 1 of Libraries$/],
	])('%j', async (parameters, message) => {
		const before = t.client.emulator.requests.length;
		const error = await errorOf(t.activate(parameters).poll());
		expect(error.message).toMatch(message);
		expect(error.failure).toEqual({ cause: 'configuration-invalid' });
		expect(t.client.emulator.requests).toHaveLength(before);
	});

	test('a wrong secret, and a service that is down', async () => {
		const { fileLibraryEnterpriseApi } = t.credentials;
		const credentials = { fileLibraryEnterpriseApi: { ...fileLibraryEnterpriseApi, clientSecret: 'wrong' } };
		const refused = await errorOf(t.activate({}, { credentials }).poll());
		expect(refused.failure).toEqual({ cause: 'credential-invalid' });
		t.client.emulator.faults.add({ match: '/org/ls', action: { status: 429, headers: { 'retry-after': '90' } } });
		expect((await errorOf(t.activate().poll())).failure).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
	});
});
