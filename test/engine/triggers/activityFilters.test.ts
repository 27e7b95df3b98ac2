import { Activities, activities, libraryRows, memberRows } from '../support/activities';
import { errorOf, useTriggers } from '../support/triggers';

/* What the form of the activity trigger lets through, and what a test event shows. */

const t = useTriggers(new Activities());

const SALES = 2102;
/** What a form reports of everything that `write` writes after its activation. */
async function found(parameters: Record<string, unknown>, write: () => void): Promise<string[]> {
	const trigger = t.activate(parameters);
	await trigger.poll();
	write();
	return activities(await trigger.poll());
}

describe('filters', () => {
	const write = (): void => {
		t.write({ path: 'Offers/2026/a.pdf', member: 101 });
		t.write({ path: 'Offers/b.docx', member: 102 });
		t.write({ path: 'c.PDF', member: 0 });
		t.write({ path: 'Offers', member: 103, folder: true, act: 2 });
	};
	const through = async (filters: object): Promise<string[]> =>
		(await found({ filters }, write)).map((text) => text.replace(/^\w+ /, ''));
	test.each([
		[{}, ['Offers/2026/a.pdf', 'Offers/b.docx', 'c.PDF', 'Offers']],
		[{ members: memberRows('id', '101', '103') }, ['Offers/2026/a.pdf', 'Offers']],
		[{ notMembers: memberRows('id', '101') }, ['Offers/b.docx', 'c.PDF', 'Offers']],
		[{ folder: '/Offers' }, ['Offers/2026/a.pdf', 'Offers/b.docx']],
		[{ extensions: ['.pdf'] }, ['Offers/2026/a.pdf', 'c.PDF']],
		[{ include: ['Offers/**'] }, ['Offers/2026/a.pdf', 'Offers/b.docx']],
		[{ folder: 'Offers', exclude: ['b.*'] }, ['Offers/2026/a.pdf']],
	])('%j', async (filters, paths) => {
		expect(await through(filters)).toEqual(paths);
	});

	test('a member by account', async () => {
		const account = t.account(102);
		expect(await through({ members: memberRows('account', account.toUpperCase()) })).toEqual(['Offers/b.docx']);
	});

	test('what a filter left out does not come later either', async () => {
		const trigger = t.activate({ filters: { extensions: ['pdf'] } }, { id: 'w' });
		await trigger.poll();
		t.write({ path: 'a.txt' });
		expect(await trigger.poll()).toBeNull();
		expect(await t.activate({}, { id: 'w', staticData: trigger.staticData() }).poll()).toBeNull();
	});
});

describe('a test event', () => {
	test('the latest ten that match, oldest first, and nothing is saved', async () => {
		for (let n = 0; n < 15; n++) t.write({ path: `${n}.txt`, ago: 100 - n, mountId: n % 2 ? SALES : undefined });
		t.write({ path: 'later.txt', act: 0 });
		const trigger = t.activate({
			events: ['downloaded'],
			libraries: libraryRows(1102, t.client.emulator.library.orgId),
		});
		const shown = activities(await trigger.poll({ mode: 'manual' }));
		expect(shown).toEqual(Array.from({ length: 10 }, (_, n) => `downloaded ${n + 5}.txt`));
		expect(trigger.staticData()).toEqual({});
	});

	test('nothing yet, and nothing that matches', async () => {
		const trigger = t.activate({ events: ['locked'], libraries: libraryRows(1102) });
		const { message, description } = await errorOf(trigger.poll({ mode: 'manual' }));
		expect(message).toBe('The logs contain no such activity yet');
		expect(description).toMatch(/fetch the test event again/);
		t.write({ path: 'a.txt', act: 12, mountId: SALES });
		const other = t.activate({
			events: ['locked'],
			filters: { extensions: ['pdf'] },
			libraries: libraryRows(1102),
		});
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
		[{ events: [] }, /^Choose something in Trigger On first|Choose the activities/],
		[{ filters: { include: ['x'.repeat(201)] } }, /^Include Names are longer than 200 characters/],
		[
			{ libraries: { rows: [{ library: { __rl: true, mode: 'id', value: '' } }] } },
			/^Choose a Library in row 1 of Libraries first/,
		],
		[{ options: { overlap: -1 } }, /^Overlap \(Seconds\)[: ]/],
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
		expect((await errorOf(t.activate({}, { credentials }).poll())).failure).toEqual({
			cause: 'credential-invalid',
		});
		t.client.emulator.faults.add({ match: '/org/ls', action: { status: 429, headers: { 'retry-after': '90' } } });
		expect((await errorOf(t.activate().poll())).failure).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
	});
});
