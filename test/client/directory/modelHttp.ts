import { textAnswer } from '../../../src/client/http/httpAnswer';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import type { Http, HttpRequest } from '../../../src/client/http/types';
import { Refusal, type ModelMember } from '../../protocol/directory/modelTypes';
import type { ServiceModel } from '../../protocol/directory/serviceModel';
import { fieldsOf } from '../../support/ports';

/* The model of the directory as an HTTP service that fails where a test wants it to. */

/** What happens to one request. `crash`: this one and all later ones of the run do not arrive. */
export interface Fault {
	/** Number of the request in the run, from 0. */
	readonly at: number;
	readonly kind: 'lostBefore' | 'lostAfter' | 'refused' | 'failed' | 'crashBefore' | 'crashAfter';
	/** Whether repetitions of the request meet the same fault. */
	readonly persists: boolean;
}

type Fields = Readonly<Record<string, string>>;

const WRITES: Readonly<Record<string, string>> = {
	add_sync_group: 'entAddSyncGroup',
	del_sync_group: 'entDelSyncGroup',
	add_sync_member: 'entAddSyncMember',
	del_sync_member: 'entDelSyncMember',
	add_sync_group_member: 'entAddSyncGroupMember',
	del_sync_group_member: 'entDelSyncGroupMember',
	set_member: 'entSetMember',
};
const MADE_BY_THE_CALL = ['client_id', 'org_client_id', 'dateline', 'sign'];

const page = <T>(all: readonly T[], { start = '0', size = '20' }: Fields): object => ({
	count: all.length,
	list: all.slice(Number(start), Number(start) + Number(size)),
});

function entryOf(model: ServiceModel, member: ModelMember): Record<string, unknown> {
	return {
		member_id: Number(member.id),
		out_id: member.outId,
		account: member.account,
		member_name: member.name,
		member_email: member.email,
		member_phone: member.phone,
		member_title: member.title,
		state: Number(model.isEnabled(member)),
		...(member.expire === 0 ? {} : { expire: member.expire }),
	};
}

const READS: Readonly<Record<string, (model: ServiceModel, fields: Fields) => unknown>> = {
	get_members: (model, fields) =>
		page(
			model.members.filter((member) => model.isListed(member)).map((member) => entryOf(model, member)),
			fields,
		),
	get_groups: ({ groups }) =>
		groups.map(({ id, outId, name, parent }) => ({
			id: Number(id),
			out_id: outId,
			name,
			parent_id: Number(parent || 0),
		})),
	get_group_members: (model, fields) =>
		page(
			model.members
				.filter(({ groups }) => groups.has(fields.group_id ?? ''))
				.map((member) => entryOf(model, member)),
			fields,
		),
	get_member_by_out_id: (model, { out_ids: outIds, user_ids: accounts = '' }) => {
		const ofAccounts = accounts.toLowerCase().split(',');
		const found = model.members.filter(({ outId, account }) =>
			outIds === undefined
				? ofAccounts.includes(account.toLowerCase())
				: outId !== '' && outIds.split(',').includes(outId),
		);
		return Object.fromEntries(
			found.map((member) => {
				const { out_id: _outId, ...entry } = entryOf(model, member);
				return [member.outId || member.account, entry];
			}),
		);
	},
	get_member: (model, { account = '' }) => entryOf(model, model.memberByAccount(account)),
};

function answer(model: ServiceModel, name: string, fields: Fields): unknown {
	const read = READS[name];
	if (read) return read(model, fields);
	return model.send(WRITES[name] ?? name, fields);
}

const lost = (): LibraryError => new LibraryError('network', 'connection lost');

/** One run's connection to the service; `requests` are the names of all requests so far. */
export interface ModelHttp extends Http {
	readonly requests: string[];
}

/** A connection that serves the model and has these faults. */
export function modelHttp(model: ServiceModel, faults: readonly Fault[] = []): ModelHttp {
	const requests: string[] = [];
	const persisting = new Map<string, Fault>();
	let crashed = false;
	const faultOf = (key: string): Fault | undefined => {
		const fault = persisting.get(key) ?? faults.find(({ at }) => at === requests.length - 1);
		if (fault?.persists) persisting.set(key, fault);
		return fault;
	};
	return {
		requests,
		request: async (r: HttpRequest) => {
			const name = new URL(r.url).pathname.split('/').at(-1) ?? '';
			const fields = Object.fromEntries(
				Object.entries(fieldsOf(r)).filter(([field]) => !MADE_BY_THE_CALL.includes(field)),
			);
			requests.push(name);
			if (crashed) throw lost();
			const fault = faultOf(JSON.stringify([name, fields]));
			if (fault?.kind === 'crashBefore' || fault?.kind === 'crashAfter') crashed = true;
			if (fault?.kind === 'lostBefore' || fault?.kind === 'crashBefore') throw lost();
			if (fault?.kind === 'refused') return textAnswer(403, {}, '{"error_code":40310,"error_msg":"no right"}');
			if (fault?.kind === 'failed') return textAnswer(503, {}, '');
			try {
				const text = JSON.stringify(answer(model, name, fields));
				if (fault) throw lost();
				return textAnswer(200, {}, text);
			} catch (cause) {
				if (!(cause instanceof Refusal)) throw cause;
				const body = { error_code: cause.code, error_msg: cause.message };
				return textAnswer(Number(String(cause.code).slice(0, 3)), {}, JSON.stringify(body));
			}
		},
		close: async () => undefined,
	};
}
