import type { JsonAnswer } from '../exchange';
import { isObject, type Json } from '../json';

/** An answer before it is written. */
export interface Draft extends Omit<JsonAnswer, 'body'> {
	/** Media type without its charset. */
	readonly type: string;
	/** undefined is an empty body. */
	readonly body: Json | undefined;
}

/** One attested way to write the same answer. */
export interface Shape {
	/** Changes an answer with a JSON body. */
	readonly draft?: (draft: Draft) => Draft;
	/** Changes a body that is text already. */
	readonly text?: (text: string) => string;
	/** Media type in place of the answer's own. */
	readonly type?: string;
}

/** A JSON object of an answer. */
export type JsonRecord = Readonly<Record<string, Json | undefined>>;

/** Whether a value is a list; `Array.isArray` forgets that its items are JSON. */
export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The value with every value in it replaced, innermost first; `name` is that of its member, '' outside of objects. */
function deep(value: Json, change: (value: Json, name: string) => Json, name = ''): Json {
	if (isList(value))
		return change(
			value.map((each) => deep(each, change)),
			name,
		);
	if (!isObject(value)) return change(value, name);
	const members = Object.entries(value as JsonRecord).filter(([, member]) => member !== undefined);
	return change(Object.fromEntries(members.map(([key, member]) => [key, deep(member as Json, change, key)])), name);
}

/** A shape that replaces values of successes; errors keep theirs. */
export function values(change: (value: Json, name: string, draft: Draft) => Json): Shape {
	return successes((draft, body) => deep(body, (value, name) => change(value, name, draft)));
}

/** A shape that replaces the objects of successes. */
export function records(change: (record: JsonRecord, draft: Draft) => Json): Shape {
	return values((value, _name, draft) => (isObject(value) ? change(value as JsonRecord, draft) : value));
}

/** A shape that replaces the body of successes. */
export function successes(change: (draft: Draft, body: Json) => Json | undefined): Shape {
	return {
		draft: (draft) =>
			draft.body === undefined || draft.status >= 400 ? draft : { ...draft, body: change(draft, draft.body) },
	};
}

/** A shape that replaces errors with an error_code. */
export function errors(change: (draft: Draft, body: JsonRecord) => Draft): Shape {
	return {
		draft: (draft) =>
			isObject(draft.body) && 'error_code' in draft.body && draft.status >= 400
				? change(draft, draft.body as JsonRecord)
				: draft,
	};
}
