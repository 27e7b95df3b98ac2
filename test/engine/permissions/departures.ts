import { FakeServer } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import { type TableBench, WRITE } from './tableBench';

/** What a service says of somebody who has left: a member by the ID, or a department. */
function refusalOf(ids: readonly number[], isDepartment: boolean): Reply {
	const code = isDepartment ? 40407 : 40406;
	const body = { error_code: code, error_msg: `${isDepartment ? 'department' : 'member'} ${ids[0]} does not exist` };
	return { status: 404, body };
}

/** What members and departments have left a service, which then refuses `all` about them, or only to set anything. */
export interface Departures {
	members?: readonly number[];
	departments?: readonly number[];
	refuses?: 'all' | 'setting';
}

/** In front of the emulator: a service that does not know some members and departments any more. */
export class ServiceOfDepartures {
	departed: Departures = {};
	private server!: FakeServer;

	/** Puts it in front of the emulator of a bench. */
	static async before(bench: TableBench): Promise<ServiceOfDepartures> {
		const service = new ServiceOfDepartures();
		const { baseUrl } = bench.credentials.fileLibraryOrgApi as { baseUrl: string };
		service.server = await FakeServer.start(async ({ method, url, headers, body, path, query, form }) => {
			const refusal = service.refusalFor(path, new Map([...query, ...form]));
			if (refusal) return refusal;
			const { host: _, connection: __, 'content-length': ___, ...rest } = headers;
			const answer = await fetch(`${baseUrl}${url}`, {
				method,
				headers: rest as Record<string, string>,
				...(method === 'GET' ? {} : { body: body.toString() }),
			});
			return { status: answer.status, body: await answer.json() };
		});
		bench.credentials = bench.changed({ baseUrl: service.server.url });
		return service;
	}

	async close(): Promise<void> {
		await this.server.close();
	}

	private refusalFor(path: string, fields: ReadonlyMap<string, string>): Reply | undefined {
		const { members = [], departments = [], refuses = 'all' } = this.departed;
		if (refuses === 'setting' && !WRITE.test(path)) return undefined;
		const said = (...names: string[]): number[] =>
			names.flatMap((name) => (fields.get(name) ?? '').match(/\d+/g)?.map(Number) ?? []);
		const inLists = JSON.parse(fields.get('permissions') ?? fields.get('ids') ?? '{}') as Record<string, number[]>;
		const whom = [...said('member_id', 'members'), ...(inLists.member_ids ?? [])];
		const groups = [...said('group_id', 'groups'), ...(inLists.group_ids ?? [])];
		const gone = whom.filter((id) => members.includes(id));
		const goneGroups = groups.filter((id) => departments.includes(id));
		if (goneGroups.length > 0) return refusalOf(goneGroups, true);
		return gone.length > 0 ? refusalOf(gone, false) : undefined;
	}

	/** The requests that set something since the last call: the folder and what they name. */
	sent(): string[] {
		const sent = this.server.requests.flatMap(({ path, form }) => {
			if (!WRITE.test(path)) return [];
			const { permission: _, ...ids } = JSON.parse(
				form.get('permissions') ?? form.get('ids') ?? '{}',
			) as object & { permission?: unknown };
			return [`${path.slice(path.lastIndexOf('/') + 1)} ${form.get('fullpath')} ${JSON.stringify(ids)}`];
		});
		this.server.requests.length = 0;
		return sent;
	}
}
