import { operations } from '../contract/contract';
import type { Answer } from './answer';
import { signFields, unsignedOf, type Fields } from './signing';
import { md5 } from '../support/hashes';
import { AnyClient } from './testClient';

/** An emulator with the calls of an enterprise, of a partner and of a signed-on member. */
export class EnterpriseTestClient extends AnyClient {
	/** The access token of the member who signed on last. */
	token = '';

	/** The emulator's clock in Unix seconds. */
	get nowSeconds(): number {
		return Math.floor(this.emulator.clock.now() / 1000);
	}

	/** An operation signed by an enterprise or a partner. */
	client(path: string, fields: Fields = {}, access = this.emulator.enterprise): Promise<Answer> {
		const all = { client_id: access.clientId, dateline: this.nowSeconds, ...fields };
		return this.send(path, signFields(all, access.clientSecret));
	}

	/** An operation on members and departments, e.g. `get_members`. */
	ent(name: string, fields: Fields = {}): Promise<Answer> {
		return this.client(`/m-open/1/ent/${name}`, fields);
	}

	/** An operation on libraries, e.g. `create`. */
	org(name: string, fields: Fields = {}): Promise<Answer> {
		return this.client(`/m-open/1/org/${name}`, fields);
	}

	/** A partner operation, e.g. `ent_list`. */
	partner(name: string, fields: Fields = {}): Promise<Answer> {
		return this.client(`/m-api/1/thirdparty/${name}`, fields, this.emulator.partner);
	}

	/** A library file operation with the answer of org/bind. */
	file(name: string, fields: Fields, access: { org_client_id: string; org_client_secret: string }): Promise<Answer> {
		const all = { org_client_id: access.org_client_id, dateline: this.nowSeconds, ...fields };
		return this.send(`/m-open/1/file/${name}`, signFields(all, access.org_client_secret));
	}

	/** A request to the token endpoint; its tokens are not kept. */
	grant(grantType: string, fields: Fields): Promise<Answer> {
		return this.client('/m-api/oauth2/token2', { grant_type: grantType, ...fields });
	}

	/** Signs a member on with the password and keeps the access token. */
	async signOn(account: string = this.emulator.user.account): Promise<Answer> {
		const answer = await this.grant('password', { username: account, password: md5(this.emulator.user.password) });
		this.token = answer.body.access_token;
		return answer;
	}

	/** A user operation as the contract has it; `name` is relative to /m-api, e.g. `1/file/ls`. */
	user(name: string, fields: Fields = {}): Promise<Answer> {
		const path = `/m-api/${name}`;
		const op = [...operations.values()].find((each) => each.path === path);
		const all = { token: this.token, ...(op?.dateline ? { dateline: this.nowSeconds } : {}), ...fields };
		return this.send(path, signFields(all, this.emulator.enterprise.clientSecret, unsignedOf(name)), op?.method);
	}
}
