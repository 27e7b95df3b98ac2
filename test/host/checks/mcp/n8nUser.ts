import type { Login } from '../../../../dev/n8n/restClient';

/** A person who is signed in to n8n with a browser of their own. */
export class N8nUser {
	private readonly cookies = new Map<string, string>();

	constructor(
		private readonly base: string,
		readonly email: string,
	) {}

	/** One request of that browser. Throws n8n's answer when it is a refusal. */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await this.open(new URL(path, this.base), method, body);
		const text = await answer.text();
		if (!answer.ok) throw new Error(`n8n answered ${answer.status} to ${method} ${path}: ${text.slice(0, 400)}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	/** Signs in with a password. */
	async signIn({ email, password }: Login): Promise<this> {
		await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		return this;
	}

	/** Lets a program act for this person, as the page of n8n does that asks; returns the code for the program. */
	async consent(address: URL): Promise<string> {
		await this.open(address, 'GET');
		const answer = { approved: true, scopes: [] };
		const { redirectUrl } = await this.request<{ redirectUrl: string }>('POST', '/rest/consent/approve', answer);
		const code = new URL(redirectUrl).searchParams.get('code');
		if (code === null) throw new Error(`n8n gave no code: ${redirectUrl}`);
		return code;
	}

	private async open(address: URL, method: string, body?: unknown): Promise<Response> {
		const answer = await fetch(address, {
			method,
			redirect: 'manual',
			headers: {
				'content-type': 'application/json',
				'browser-id': `browser of ${this.email}`,
				cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
			},
			signal: AbortSignal.timeout(30_000),
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		for (const cookie of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			this.cookies.set(name, value);
		}
		return answer;
	}
}

/** A new member of the n8n whose owner this is, without any role but that. */
export async function invite(base: string, owner: N8nUser, email: string): Promise<N8nUser> {
	type Invited = { user: { inviteAcceptUrl: string } };
	const [invited] = await owner.request<Invited[]>('POST', '/rest/invitations', [{ email, role: 'global:member' }]);
	const token = new URL(invited?.user.inviteAcceptUrl ?? '').searchParams.get('token');
	const member = new N8nUser(base, email);
	const name = { firstName: 'A', lastName: 'Member', password: 'A1-member-of-n8n' };
	await member.request('POST', '/rest/invitations/accept', { token, ...name });
	return member;
}
