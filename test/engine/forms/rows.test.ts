import { by } from '../support/library';
import { nodes } from '../support/nodes';

/* Rows with locators in n8n's engine; n8n itself drops an expression for all rows together. */

const strict = nodes({ service: 'strict' });
const { server } = strict;

const REMOVE = { resource: 'libraryMember', operation: 'remove', library: by('id', '7') };
const remove = async (members: unknown, json = {}) =>
	await strict.run('fileLibraryAdmin', { ...REMOVE, members }, [{ json }]);

test.each<[string, unknown, string]>([
	['from the list and by ID', { rows: [{ member: by('list', '2') }, { member: by('id', 3) }] }, '2,3'],
	['an expression in a cell', { rows: [{ member: by('id', '={{ $json.member_id }}') }] }, '12'],
	['a bare expression as the cell', { rows: [{ member: '={{ $json.member_id }}' }] }, '12'],
	['a list in a cell stands for its entries', { rows: [{ member: by('id', '={{ $json.member_ids }}') }] }, '4,5'],
])('%s', async (_name, members, sent) => {
	const { error } = await remove(members, { member_id: 12, member_ids: [4, 5] });
	expect(error).toBeUndefined();
	expect(server.problems()).toEqual([]);
	expect(server.sent('orgDelMember')).toMatchObject([{ org_id: '7', member_ids: sent }]);
});

test.each<[string, unknown, RegExp]>([
	['no row', {}, /^Fill in Members first/],
	['an empty row', { rows: [{ member: by('id', '') }] }, /^Choose Member in row 1 of Members$/],
	[
		'nothing',
		{ rows: [{ member: by('id', '={{ $json.none }}') }] },
		/^Members, row 1, Member: the expression gave no/,
	],
	['an empty list', { rows: [{ member: by('id', '={{ [] }}') }] }, /^Members: the expression gave nothing for this/],
])('refused before anything is sent: %s', async (_name, members, message) => {
	const { error } = await remove(members);
	expect(error?.message).toMatch(message);
	expect(server.requests).toEqual([]);
});
