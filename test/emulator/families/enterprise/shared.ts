import { codes, ServiceFailure } from '../../http/errors';
import type { Json } from '../../http/json';
import type { Kind, Shape } from '../../http/parameters';
import { defaulted, filled, int, list, optional } from '../../http/parameters';
import type { Directory, Group, Member } from '../../store/enterprise/directory';
import { isEnabled } from '../../store/enterprise/enterprise';
import type { World } from '../../world/world';
import type { EnterpriseCaller } from '../../auth/clientCaller';
import type { Operation, OperationSpec } from '../operation';
import { operationFor } from '../operation';

/** Makes an operation of the enterprise families. */
export const operation = operationFor<EnterpriseCaller>();

/** The same for operations with "sync" in their path (ambiguity I20). doc: they require a feature; fact table: 40306 without it. */
export function syncOperation<const S extends Shape>(
	spec: OperationSpec<S, EnterpriseCaller>,
): Operation<EnterpriseCaller> {
	const made = operation(spec);
	return {
		run: (request, caller, common) => {
			if (!caller.enterprise.syncFeature)
				throw new ServiceFailure(codes.noFeature, 'the enterprise account synchronization is not enabled');
			return made.run(request, caller, common);
		},
	};
}

/** doc: default page size 20 for lists of members. */
export const memberPage = { start: defaulted(int(0), 0), size: defaulted(int(1), 20) };

/** doc: one of these names a member. */
export const memberRef = {
	member_id: optional(int(0)),
	out_id: optional(filled),
	account: optional(filled),
	email: optional(filled),
};
export const oneMember = [['member_id', 'out_id', 'account', 'email']] as const;

/** doc: texts separated by commas. */
export const texts = list(',', filled);

/** doc: names of departments joined by a slash; '' is the top level. No part may be empty (ambiguity I16). */
export const groupPath: Kind<string> = (raw, name) => (raw === '' ? '' : list('/', filled)(raw, name).join('/'));

interface MemberRef {
	readonly member_id?: number | undefined;
	readonly out_id?: string | undefined;
	readonly account?: string | undefined;
	readonly email?: string | undefined;
}

/** The member a call means; throws 40406. */
export function referredMember(directory: Directory, p: MemberRef): Member {
	if (p.out_id !== undefined) return directory.memberByOutId(p.out_id);
	if (p.account !== undefined) return directory.memberByAccount(p.account);
	if (p.email !== undefined) return directory.memberByEmail(p.email);
	return directory.memberById(p.member_id ?? 0);
}

/** The department at a path; null is the top level. Throws 40407. */
export function groupAt(directory: Directory, path: string): Group | null {
	return path === '' ? null : directory.groupByPath(path);
}

/** doc: 1 enabled, 0 disabled. */
export function stateOf(world: World, member: Member): 0 | 1 {
	return isEnabled(member, world.now()) ? 1 : 0;
}

/** doc: enterprise member without groups and orgs; `expire` only when there is an expiry. */
export function memberEntry(world: World, member: Member): Record<string, Json> {
	return {
		member_id: member.id,
		out_id: member.outId,
		account: member.account,
		member_name: member.name,
		member_email: member.email,
		member_phone: member.phone,
		member_title: member.title,
		state: stateOf(world, member),
		...(member.expire === null ? {} : { expire: member.expire }),
	};
}
