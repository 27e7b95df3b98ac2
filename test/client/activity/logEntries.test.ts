import {
	readEntry,
	whatOf,
	type LogEntry,
	libraryLog,
	managementLog,
	type LogPort,
	type LogQuery,
} from '#activity/work';
import { callerWith, fieldsOf, scriptedHttp } from '../../support/ports';

/* Entries of logs, and the requests for them. */

const at = (second: number): LogEntry => readEntry('library', { dateline: second, act: 20 });

describe('an entry', () => {
	test('has a whole second, and says what it is by the first part of its key', () => {
		expect(at(5.9).second).toBe(5);
		expect(() => at(0)).toThrow('The log contains an entry without a time');
		const fields = { dateline: 1, act: 20, hash: 'h', member_id: 7, fullpath: 'a', filehash: 'f', filesize: 3 };
		const key = (more: object, log: 'library' | 'management' = 'library') =>
			readEntry(log, { ...fields, ...more }).key;
		for (const more of [{ fullpath: 'b' }, { filehash: 'g' }, { filesize: 4 }, { display_name: 'n' }]) {
			expect(whatOf(key(more))).toBe(whatOf(key({})));
			expect(key(more)).not.toBe(key({}));
		}
		for (const more of [{ act: 21 }, { hash: 'i' }, { member_id: 8 }])
			expect(whatOf(key(more))).not.toBe(whatOf(key({})));
		const managed = { type: 3, admin: 'a', content: 'c', ip: '1' };
		const all = [managed, { ...managed, admin: 'b' }, { ...managed, content: 'd' }, { ...managed, ip: '2' }];
		expect(new Set(all.map((one) => whatOf(key(one, 'management')))).size).toBe(1);
		expect(new Set(all.map((one) => key(one, 'management'))).size).toBe(4);
		expect(whatOf(key({ ...managed, type: 4 }, 'management'))).not.toBe(whatOf(key(managed, 'management')));
		expect(readEntry('management', { dateline: 1, type: 3, act: 20 }).code).toBe('3');
		expect(readEntry('library', { dateline: 1, type: 3, act: 20 }).code).toBe('20');
	});
	test.each([undefined, -1, 'x'])('with the time %p is refused', (dateline) => {
		expect(() => readEntry('library', { dateline })).toThrow(
			expect.objectContaining({
				kind: 'protocol',
				message: 'The log contains an entry without a time',
				hint: 'Report this to the operator of the service',
			}),
		);
	});
});

describe('a request', () => {
	const sent = async (make: (caller: ReturnType<typeof callerWith>) => LogPort, query: LogQuery) => {
		const http = scriptedHttp({ body: { list: [{ dateline: 7, act: 20, type: 3 }], count: 9 } });
		const { entries, total } = await make(callerWith(http)).page(query);
		const {
			act,
			type,
			orderby,
			start_dateline: from,
			end_dateline: before,
			start,
			size,
			org_id: org,
		} = fieldsOf(http.sent[0]);
		const fields = Object.entries({ act, type, orderby, from, before, start, size, org });
		return { fields: Object.fromEntries(fields.filter(([, value]) => value !== undefined)), entries, total };
	};
	test('for a library log: its acts, from a second on', async () => {
		const { fields, entries, total } = await sent((caller) => libraryLog(caller, { org_id: '1' }, ['20', '21']), {
			from: 5,
			start: 10,
		});
		expect(fields).toEqual({ act: '20,21', orderby: 'asc', from: '5', start: '10', size: '1000', org: '1' });
		expect([entries.map(({ code, second }) => [code, second]), total]).toEqual([[['20', 7]], 9]);
		const all = await sent((caller) => libraryLog(caller, {}, ['20', '*']), { from: 0, start: 0 });
		expect(all.fields).toEqual({ orderby: 'asc', start: '0', size: '1000' });
	});
	test('for the management log: one type or all', async () => {
		const query = { from: 5, before: 6, start: 0, size: 1, newestFirst: true } as const;
		const common = { orderby: 'desc', from: '5', before: '6', start: '0', size: '1' };
		const one = await sent((caller) => managementLog(caller, ['3']), query);
		expect(one.fields).toEqual({ ...common, type: '3' });
		expect(one.entries[0]?.code).toBe('3');
		for (const codes of [['3', '4'], ['*'], []])
			expect((await sent((caller) => managementLog(caller, codes), query)).fields).toEqual(common);
	});
});
