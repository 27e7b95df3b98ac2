import { defaulted, int, optional, required, word } from '../../http/parameters';
import type { Group } from '../../store/enterprise/people';
import { roles } from '../../store/permissions/roles';
import { seconds, within } from '../../time/clock';
import { enterpriseOperation } from '../operationsByCaller';
import { limitedPage, pageOf } from '../paging';
import { texts } from './references';

/**
 * assumed: in tree order, a department before those below it, siblings by `orderby`. assumed: disabled departments are
 * listed too.
 */
export const getGroups = enterpriseOperation('/m-open/1/ent/get_groups', {
	params: {},
	handle: ({ directory }) =>
		directory
			.childrenOf(0)
			.flatMap((top) => directory.branch(top))
			.map(({ id, name, outId, parentId }) => ({ id, name, out_id: outId, parent_id: parentId })),
});

/** assumed (I17): unknown ids have no key. */
export const getGroupByOutId = enterpriseOperation('/m-open/1/ent/get_group_by_out_id', {
	params: { out_ids: required(texts) },
	handle: ({ directory, p }) => {
		const found = p.out_ids
			.map((outId) => directory.findGroup(outId))
			.filter((group): group is Group => group !== undefined);
		return Object.fromEntries(
			found.map(({ id, name, outId, parentId }) => [
				outId,
				{ group_id: id, name, out_id: outId, parent_id: parentId },
			]),
		);
	},
});

/** fact 6.3: a bare array. */
export const getRoles = enterpriseOperation('/m-open/1/ent/get_roles', {
	params: {},
	handle: () => [...roles.values()].map(({ id, name }) => ({ id, name })),
});

/** assumed (I08): `type` is a single value. assumed: the IP address of the client is loopback. */
export const log = enterpriseOperation('/m-open/1/ent/log', {
	params: {
		type: optional(int(1, 9)),
		orderby: defaulted(word('asc', 'desc'), 'desc'),
		start_dateline: optional(int(0)),
		end_dateline: optional(int(0)),
		...limitedPage,
	},
	handle: ({ enterprise, p }) => {
		const window = { from: p.start_dateline, before: p.end_dateline, ascending: p.orderby === 'asc' };
		const found = within(enterprise.log, window).filter(({ type }) => p.type === undefined || type === p.type);
		return {
			total: found.length,
			list: pageOf(found, p).map(({ type, admin, content, atMs }) => ({
				type,
				admin,
				content,
				ip: '127.0.0.1',
				dateline: seconds(atMs),
			})),
		};
	},
});
