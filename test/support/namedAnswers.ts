import { textAnswer } from '../../src/client/http/httpAnswer';
import type { Http } from '../../src/client/http/types';
import { fieldsOf, type Reply } from './ports';

/* A service that answers each request by its name, the last part of its path. */

type Fields = Readonly<Record<string, string>>;

/** An answer; an Error is thrown. A function gets the fields, and how many requests of this name came before. */
export type NamedAnswer = Reply | Error | ((fields: Fields, earlier: number) => Reply | Error);

export interface NamedService extends Http {
	/** The requests so far: their names, and the fields that are not the same for every request. */
	readonly asked: Array<readonly [name: string, fields: Fields]>;
	/** The names alone. */
	readonly names: string[];
}

const MADE_BY_THE_CALL = ['client_id', 'org_client_id', 'dateline', 'sign', 'token', 'client_secret'];

/** What the service answers to a request about what does not exist. */
export const NOT_FOUND: Reply = { status: 404, body: { error_code: 40402, error_msg: 'file not found' } };
/** What it answers to one that it refuses. */
export const REFUSED: Reply = { status: 403, body: { error_code: 40310, error_msg: 'no right' } };

/** A list as the service sends it: the page that was asked for, and the length of the whole. */
export const pageOf = (all: readonly object[], { start = '0', size = '100' }: Fields = {}): Reply => ({
	body: { count: all.length, list: all.slice(Number(start), Number(start) + Number(size)) },
});

/** A service with these answers; a request that has none fails the test. */
export function namedAnswers(answers: Readonly<Record<string, NamedAnswer>>): NamedService {
	const asked: NamedService['asked'] = [];
	return {
		asked,
		get names() {
			return asked.map(([name]) => name);
		},
		request: async (r) => {
			const name = new URL(r.url).pathname.split('/').at(-1) ?? '';
			const all = Object.entries(fieldsOf(r)).filter(([field]) => !MADE_BY_THE_CALL.includes(field));
			const fields = Object.fromEntries(all);
			const earlier = asked.filter(([other]) => other === name).length;
			asked.push([name, fields]);
			const answer = answers[name];
			const reply = typeof answer === 'function' ? answer(fields, earlier) : answer;
			if (reply === undefined) throw new TypeError(`no answer for ${name}`);
			if (reply instanceof Error) throw reply;
			const { status = 200, headers = {}, body = '' } = reply;
			return textAnswer(status, headers, typeof body === 'string' ? body : JSON.stringify(body));
		},
	};
}
