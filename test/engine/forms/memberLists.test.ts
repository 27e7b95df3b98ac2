import { nodes } from '../support/nodes';

/* "From List" of members and enterprises: long lists that the service returns in pages. */

const strict = nodes({ service: 'strict' });
const { server } = strict;

type Params = Record<string, string>;
const member = (id: number, name = `Member ${id}`) => ({
	member_id: id,
	member_name: name,
	account: `m${id}`,
	out_id: id % 2 === 0 ? `e${id}` : '',
});

/** Has the service list these members, at most 100 on a page as a deployment does. */
const serve = (members: Array<ReturnType<typeof member>>): void => {
	server.answers.set('entGetMembers', ({ start, size }: Params) => ({
		list: members.slice(Number(start), Number(start) + Math.min(100, Number(size))),
		count: String(members.length),
	}));
};
const everybody = Array.from({ length: 1400 }, (_, n) => member(n + 1, n % 175 === 0 ? `王 ${n}` : `Member ${n + 1}`));
const values = async (method: string, filter: string, token?: string): Promise<unknown[]> =>
	(await strict.search('fileLibraryAdmin', method, filter, token)).map(({ value }) => value);

test('a filter finds all matches, on whatever pages they are', async () => {
	serve(everybody);
	expect(await values('membersById', '王')).toEqual(['1', '176', '351', '526', '701', '876', '1051', '1226']);
	expect(server.sent('entGetMembers')).toHaveLength(14);
	const last = await strict.search('fileLibraryAdmin', 'membersById', 'member 1399');
	expect(last).toEqual([{ name: 'Member 1399 (m1399)', value: '1399' }]);
	expect(await values('membersById', 'nobody')).toEqual([]);
	expect(server.problems()).toEqual([]);
});

test('a member without the wanted value cannot be chosen', async () => {
	serve(everybody);
	expect(await values('membersByOutId', 'Member 249')).toEqual([]);
	expect(await values('membersByOutId', 'e250')).toEqual(['e250']);
	const [second] = await strict.search('fileLibraryAdmin', 'membersByAccount', 'm2');
	expect(second).toEqual({ name: 'Member 2 (m2)', value: 'm2' });
});

/** The IDs that all pages of the list show. */
async function allPages(): Promise<Set<unknown>> {
	const found = new Set<unknown>();
	let more: { token?: string } | undefined = {};
	while (more !== undefined) {
		const setup = { ...strict.setupOf('fileLibraryAdmin'), method: 'membersById', filter: '' };
		const { results, paginationToken } = await strict.engine.search({ ...setup, ...more });
		for (const { value } of results) found.add(value);
		more = paginationToken === undefined ? undefined : { token: paginationToken as string };
	}
	return found;
}

test('pages that repeat or alternate end the list', async () => {
	const [one, other] = [everybody.slice(0, 100), everybody.slice(100, 200)];
	server.answers.set('entGetMembers', { list: one, count: '1000' });
	expect(await values('membersById', 'member 9')).toHaveLength(11);
	expect(server.sent('entGetMembers')).toHaveLength(2);
	let nth = 0;
	server.answers.set('entGetMembers', () => ({ list: nth++ % 2 ? other : one, count: '1000' }));
	expect(await values('membersById', 'member 199')).toEqual(['199']);
	expect(nth).toBe(3);
});

test.each<[string, (start: number, shown: number) => number]>([
	['of the page', (_start, shown) => shown],
	['up to the end of the page', (start, shown) => start + shown],
])('the service counts only the entries %s: all matches all the same', async (_name, count) => {
	server.answers.set('entGetMembers', ({ start, size }: Params) => {
		const list = everybody.slice(Number(start), Number(start) + Number(size));
		return { list, count: String(count(Number(start), list.length)) };
	});
	expect(await values('membersById', '王 350')).toEqual(['351']);
	expect((await allPages()).size).toBe(1400);
});

test('a list without end is searched for a while, and an error says so', async () => {
	server.answers.set('entGetMembers', ({ start, size }: Params) => ({
		list: Array.from({ length: Number(size) }, (_, n) => Number(start) + n + 1).map((id) =>
			member(id, id === 6 ? 'Only one' : undefined),
		),
		count: String(Number(start) + 1000),
	}));
	await expect(values('membersById', 'nobody')).rejects.toThrow(/Nothing was found among the first \d+ entries/);
	expect(server.sent('entGetMembers').length).toBeLessThanOrEqual(300);
	expect(await values('membersById', 'member 7')).toHaveLength(100);
	expect(await values('membersById', 'only one')).toEqual(['6']);
});

test('enterprises of a partner, which the service does not count', async () => {
	const all = Array.from({ length: 2300 }, (_, n) => ({ id: n, name: `Firm ${n}`, out_id: n % 2 ? `c${n}` : '' }));
	server.answers.set('partnerEntList', ({ start, size }: Params) =>
		all.slice(Number(start), Number(start) + Number(size)),
	);
	const found = await strict.search('fileLibraryPartner', 'enterprises', 'firm 2299');
	expect(found).toEqual([{ name: 'Firm 2299 (c2299)', value: 'c2299' }]);
	expect(server.sent('partnerEntList').map(({ start }) => start)).toEqual(['0', '1000', '2000', '2300']);
	expect(server.problems()).toEqual([]);
});
