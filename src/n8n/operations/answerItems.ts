import { isChange, type AnyOperation } from '../../protocol/operation/define';
import { workedOn } from '../../protocol/operation/subject';
import { isJsonObject, type JsonObject } from '../../protocol/wire/json';
import { unreadableAnswer } from '../../protocol/wire/unreadableAnswer';
import type { Job } from './job';

/* The items that the answer of one call becomes. */

/** The fields of an answer, without those of an error. */
export function contentOf(answer: unknown): JsonObject {
	if (!isJsonObject(answer)) return {};
	const { error_code: _code, error_msg: _message, ...content } = answer;
	return content;
}

const isEmpty = (answer: JsonObject): boolean => Object.keys(contentOf(answer)).length === 0;

/** An answer in words. It may contain links and secrets, so none of it is shown. */
function inWords(answer: unknown): string {
	if (Array.isArray(answer)) return answer.length === 0 ? 'an empty list' : 'a list';
	if (isJsonObject(answer)) return 'an empty object';
	return typeof answer === 'string' ? 'only a text' : String(answer);
}

const unexpected = (op: AnyOperation, answer: unknown): Error =>
	unreadableAnswer(`The service answered ${inWords(answer)} where the document has an object with fields`, {
		operation: op.id,
		isChange: isChange(op),
	});

/** What the service answers beyond its confirmation: once as a rule, or for each thing that was changed. */
const contentsOf = (answer: unknown): JsonObject[] => {
	const listed = Array.isArray(answer) ? answer.filter(isJsonObject).map(contentOf) : [];
	return listed.length > 0 ? listed : [contentOf(answer)];
};

/** The items of an operation that the service only confirms: always at least one. */
function confirmedItems({ op, params }: Job, done: NonNullable<AnyOperation['done']>, answer: unknown): JsonObject[] {
	const said = { ...workedOn(op, params), ...(typeof done === 'function' ? done(params) : done) };
	const meant = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
	return contentsOf(answer).map((content) => ({ ...meant, ...content }));
}

/** One item for each entry of an answer, with what the operation worked on. */
function describedItems({ op, params, checked }: Job, answer: unknown): JsonObject[] {
	if (typeof answer !== 'object' || answer === null) throw unexpected(op, answer);
	const value = op.wrap ? op.wrap(answer, params, checked) : answer;
	// Only `wrap` knows of answers that are no item or several.
	if (Array.isArray(value) && op.wrap) return value.filter(isJsonObject);
	if (!isJsonObject(value) || (isEmpty(value) && op.shape?.[''] !== 'map')) throw unexpected(op, value);
	return [value];
}

/**
 * The items of an answer: one, unless the operation wraps a list. What the service only confirms becomes the
 * operation's `done` with what it worked on. Throws LibraryError protocol for an answer without the content that the
 * document promises: an operation never ends with nothing.
 */
export const itemsOfAnswer = (job: Job, answer: unknown): JsonObject[] =>
	job.op.done === undefined ? describedItems(job, answer) : confirmedItems(job, job.op.done, answer);
