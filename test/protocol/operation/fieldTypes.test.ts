import { typed } from '../../../src/protocol/catalogue/fieldTypes';
import { simpleEntry } from '../../../src/protocol/catalogue/simplify';
import { simpleLink } from '#links/plan';
import { simpleMember, withGroupPaths } from '../../../src/protocol/catalogue/simplifyEnterprise';
import { withShape } from '../../../src/protocol/wire/decode';
import { timesTheCalls } from '../../support/countedCalls';

/* Values of answers as the document types them, whatever a deployment sends (client facts 5.15 to 5.17). */

test('sizes, counts and flags are numbers; names, paths and codes are texts', () => {
	expect(
		typed({
			dir: '1',
			filesize: '12',
			count: '0',
			mount_id: '2101',
			lock: true,
			filename: 2026,
			fullpath: 7,
			tag: 1,
		}),
	).toEqual({
		dir: 1,
		filesize: 12,
		count: 0,
		mount_id: 2101,
		lock: 1,
		filename: '2026',
		fullpath: '7',
		tag: '1',
	});
});

test('records inside are typed too', () => {
	expect(typed({ list: [{ dir: '0' }, { dir: '1' }, 'x'], settings: { dir: '1' } })).toEqual({
		list: [{ dir: 0 }, { dir: 1 }, 'x'],
		settings: { dir: '1' },
	});
});

test('what is no number, is none at all, or is too large to be exact stays as it came or is left out', () => {
	expect(typed({ filesize: 'many', dir: null, count: '', mount_id: '9007199254740993', size: '1e400' })).toEqual({
		filesize: 'many',
		dir: null,
		mount_id: '9007199254740993',
		size: '1e400',
	});
	expect(typed({ link: 'https://files.example.com/l/1', any: '7' })).toEqual({
		link: 'https://files.example.com/l/1',
		any: '7',
	});
});

test('Simplify: flags are booleans, times are ISO dates, and what was not sent is absent', () => {
	expect(
		simpleEntry({ fullpath: 'a', filename: '7', dir: '0', filesize: '12', last_dateline: '1780000000', tag: '' }),
	).toMatchObject({ filename: '7', type: 'file', filesize: 12, modified: '2026-05-28T20:26:40.000Z' });
	expect(simpleLink({ filename: 'a', filesize: '1', link: 'l', deadline: '-1', password: '1' })).toEqual({
		filename: 'a',
		filesize: 1,
		link: 'l',
		code: 'l',
		expires_at: null,
		permanent: true,
		has_password: true,
	});
	expect(simpleLink({ password: '0' }).has_password).toBe(false);
	expect(simpleMember({ member_id: '7', state: '1', expire: '1780000000' })).toMatchObject({
		enabled: true,
		expires_at: '2026-05-28',
	});
	expect(simpleMember({ member_id: '7', state: '' })).not.toHaveProperty('enabled');
	expect(simpleEntry({ fullpath: 'a', last_dateline: '99999999999999' })).not.toHaveProperty('modified');
});

test('departments inside each other, however many: those up to 100 levels deep have a path', async () => {
	const chain = Array.from({ length: 1000 }, (_, at) => ({ id: at + 1, name: `D${at}`, parent_id: at }));
	const loop = [...chain.slice(1), { ...chain[0], parent_id: 1000 }];
	const paths = (departments: object[]) => withGroupPaths(departments as never).map((one) => one.group_path);
	const [all, half] = [chain, chain.slice(500)].map((departments) => () => paths(departments));
	expect(await timesTheCalls(all!, half!)).toBeLessThan(2.5);
	expect(paths(chain).slice(0, 2)).toEqual(['D0', 'D0/D1']);
	expect(paths(chain).filter(Boolean)).toHaveLength(100);
	expect(paths(loop).filter(Boolean)).toEqual([]);
	expect(paths([{ id: 2, name: 'A', parent_id: 1 }])).toEqual([undefined]);
});

describe('lists and maps as PHP sends them (client facts 5.16)', () => {
	test.each<[string, unknown, Parameters<typeof withShape>[1], unknown]>([
		['a list with gaps', { urls: { 0: 'a', 2: 'b' } }, { urls: 'list' }, { urls: ['a', 'b'] }],
		['an empty list as an object', { urls: {} }, { urls: 'list' }, { urls: [] }],
		[
			'an empty list as false or null',
			{ urls: false, uris: null },
			{ urls: 'list', uris: 'list' },
			{ urls: [], uris: [] },
		],
		['an empty map as a list', { members: [] }, { members: 'map' }, { members: {} }],
		['a map of lists', { members: { 2: { 1: 'x' } } }, { 'members{}': 'list' }, { members: { 2: ['x'] } }],
		['lists in a list', { orgs: [{ roles: [] }] }, { 'orgs[].roles': 'map' }, { orgs: [{ roles: {} }] }],
		['the answer itself', { 0: 'a', 3: 'b' }, { '': 'list' }, ['a', 'b']],
		['an empty answer that is a map', [], { '': 'map' }, {}],
		[
			'a list and a map that are right',
			{ a: ['x'], b: { 1: 'y' } },
			{ a: 'list', b: 'map' },
			{ a: ['x'], b: { 1: 'y' } },
		],
		['what is missing', {}, { urls: 'list' }, {}],
		['a text', 'text', { '': 'list', urls: 'list' }, 'text'],
	])('%s', (_name, given, shape, expected) => expect(withShape(given, shape)).toEqual(expected));
});
