import type { INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../../client/async/inTurns';
import { call, type Caller } from '../../client/service/call';
import { pages } from '../../client/paging/pages';
import { typed } from '../../protocol/catalogue/simplify';
import { type AnyOperation, isChange, isListing, type ListRequest } from '../../protocol/operation/define';
import { wireName } from '../../protocol/operation/encode';
import { subjectOfRead, subjectOfWrite } from '../../protocol/operation/subject';
import { defined, fieldsIn, filledText, isJsonObject, type JsonObject } from '../../protocol/wire/json';
import { unreadableAnswer } from '../../protocol/wire/errorBody';
import { addressesWithoutSecrets } from '../context/runSecrets';
import { type Handler, maxEntries, outputItem, type Job } from './job';
import { cutOffText, noticesIn, showHint } from './hints';

/** Carries out an operation that is one signed call, or one list read by pages. Throws what the calls throw. */
export const plainOperation: Handler = {
	async run(job, caller) {
		const { op } = job;
		hidePasswords(job, caller);
		const entries = isListing(op)
			? await listEntries(job, op, caller)
			: itemsOfAnswer(job, await call(caller, op, job.params));
		return await mapInTurns(entries, itemMaker(job));
	},
};

async function listEntries(
	{ context, params, limit: wanted, simplify }: Job,
	op: AnyOperation & ListRequest,
	caller: Caller,
) {
	const entries: JsonObject[] = [];
	const complete = simplify ? op.complete : undefined;
	const limit = complete ? undefined : wanted;
	for await (const entry of pages(caller, op, params, { ...defined({ limit }), onNotice: noticesIn(context) }))
		entries.push(fieldsIn(entry));
	const most = maxEntries(op);
	if (wanted === undefined && entries.length >= most) showHint(context, cutOffText(most));
	return complete ? complete(entries).slice(0, wanted) : entries;
}

/** Notes the passwords that were entered, and what is sent for them, as what no error may show. */
export function hidePasswords({ op, checked, params }: Job, { vault }: Caller): void {
	for (const [key, field] of Object.entries(op.input))
		if (field.kind === 'text' && field.password)
			vault.hide(filledText(checked[key]), filledText(params[wireName(key, field)]));
}

/**
 * Makes items of entries as a person reads them: simplified where that is wanted, with the types of the document where
 * there is nothing to simplify, and with what the operation was about, so that the next one can take it. An answer that
 * is wanted as it came stays as it came, but for what a change was made to. The schema has what Simplify makes.
 */
export function itemMaker({
	context,
	op,
	params,
	simplify,
}: Pick<Job, 'context' | 'op' | 'params' | 'simplify'>): (entry: JsonObject) => INodeExecutionData {
	const subject = op.done === undefined ? subjectOfWrite(op, params) : {};
	if (op.simplify !== undefined && !simplify) return (entry) => outputItem<JsonObject>({ ...subject, ...entry });
	const asked = Object.entries(subjectOfRead(op, params));
	const made = (entry: JsonObject): JsonObject =>
		op.simplify?.(addressesWithoutSecrets(context, entry, op.secrets)) ?? typed(entry);
	return (entry) => {
		const shown = made(entry);
		// Behind it what was asked about, unless it says it itself.
		const more = Object.fromEntries(asked.filter(([name]) => shown[name] === undefined));
		return outputItem<JsonObject>({ ...subject, ...shown, ...more });
	};
}

/** The fields of an answer, without those of an error. */
export function contentOf(answer: unknown): JsonObject {
	if (!isJsonObject(answer)) return {};
	const { error_code: _code, error_msg: _message, ...content } = answer;
	return content;
}

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

/** The items of an operation that the service only confirms: always at least one. */
function confirmedItems({ op, params }: Job, done: NonNullable<AnyOperation['done']>, answer: unknown): JsonObject[] {
	const meant = defined({ ...subjectOfWrite(op, params), ...(typeof done === 'function' ? done(params) : done) });
	const listed = Array.isArray(answer) ? answer.filter(isJsonObject) : [];
	// Once as a rule, or for each thing that was changed.
	return (listed.length > 0 ? listed : [answer]).map((each) => ({ ...meant, ...contentOf(each) }));
}

/** One item for each entry of an answer, with what the operation worked on. */
function describedItems({ context, op, params, checked }: Job, answer: unknown): JsonObject[] {
	if (typeof answer !== 'object' || answer === null) throw unexpected(op, answer);
	const value = op.wrap ? op.wrap(addressesWithoutSecrets(context, answer, op.secrets), params, checked) : answer;
	// Only `wrap` knows of answers that are no item or several.
	if (Array.isArray(value) && op.wrap) return value.filter(isJsonObject);
	const isEmpty = Object.keys(contentOf(value)).length === 0;
	if (!isJsonObject(value) || (isEmpty && op.shape?.[''] !== 'map')) throw unexpected(op, value);
	return [value];
}

/**
 * The items of an answer: one, unless the operation wraps a list. What the service only confirms becomes the
 * operation's `done` with what it worked on. Throws LibraryError protocol for an answer without the content that the
 * document promises: an operation never ends with nothing.
 */
const itemsOfAnswer = (job: Job, answer: unknown): JsonObject[] =>
	job.op.done === undefined ? describedItems(job, answer) : confirmedItems(job, job.op.done, answer);
