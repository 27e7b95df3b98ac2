import { signatureOf } from './signature';

export type Params = Record<string, string>;
/** Status and body. */
export type Answer = [status: number, body: unknown];

/** All libraries of the enterprise; every tenth is named Contracts. */
export const LIBRARIES = Array.from({ length: 230 }, (_, i) => ({
	org_id: 1000 + i,
	org_name: `${i % 10 === 0 ? 'Contracts' : 'Library'} ${i}`,
	org_logo_url: '',
	size_org_total: -1,
	size_org_use: 0,
	mount_id: 5000 + i,
	owner_id: 0,
}));
export const CLIENT = { id: 'enterprise-client', secret: 'enterprise-secret-9876543210' };
export const UNKNOWN: Answer = [401, { error_code: 40103, error_msg: 'client does not exist' }];

/** A library authorization. */
interface Authorization {
	id: string;
	secret: string;
	org: number;
}

/** The authorizations of an enterprise's libraries, and the operations that list and bind them. */
export class Authorizations {
	private all: Authorization[] = [];
	private bound = 0;

	/** `secrets` receives what must never be visible. */
	constructor(private readonly secrets: Set<string>) {}

	/** The authorization with this id. */
	find(id: string | null | undefined): Authorization | undefined {
		return this.all.find((one) => one.id === id);
	}

	/** Ends the authorization of a library. */
	unbind(org: number): void {
		this.all = this.all.filter((one) => one.org !== org);
	}

	/** Answers an operation of org/*, which the enterprise's secret signs. */
	answer(path: string, params: Params): Answer {
		if (params.client_id !== CLIENT.id) return UNKNOWN;
		if (params.sign !== signatureOf(params, CLIENT.secret))
			return [401, { error_code: 401041, error_msg: `sign ${params.sign} is wrong` }];
		if (path.endsWith('/ls')) return [200, { list: LIBRARIES }];
		if (!path.endsWith('/search')) return this.bind(params);
		const found = LIBRARIES.filter(({ org_name: name }) => name.startsWith(params.prefix ?? '?'));
		return [200, { list: found.slice(0, Number(params.size)) }];
	}

	private bind({ org_id: org, mount_id: mount, title }: Params): Answer {
		const library = LIBRARIES.find((one) =>
			org === undefined ? String(one.mount_id) === mount : String(one.org_id) === org && mount === undefined,
		);
		if (!title) return [400, { error_code: 40003, error_msg: 'title' }];
		if (!library) return [404, { error_code: 40401, error_msg: 'no such library' }];
		const { id, secret } = this.all.find((one) => one.org === library.org_id) ?? this.add(library.org_id);
		return [200, { org_client_id: id, org_client_secret: secret }];
	}

	private add(org: number): Authorization {
		const n = ++this.bound;
		const made = { id: `bound-id-${n}`, secret: `bound-secret-${n}-${org}`, org };
		this.all.push(made);
		this.secrets.add(made.id).add(made.secret);
		return made;
	}
}
