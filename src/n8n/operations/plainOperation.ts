import { call, type Caller } from '../../client/service/call';
import type { ListNotice } from '../../client/paging/offsetPages';
import { pages } from '../../client/paging/pages';
import { typed } from '../../protocol/catalogue/fieldTypes';
import { isListing, type AnyOperation, type ListRequest } from '../../protocol/operation/define';
import { wireName } from '../../protocol/operation/encode';
import { askedAbout, workedOn } from '../../protocol/operation/subject';
import { defined, fieldsIn, type JsonObject } from '../../protocol/wire/json';
import { itemsOfAnswer } from './answerItems';
import { maxEntries, outputItem, type Job, type JobHandler } from './job';
import { cutOffText, noticeText, showHint } from './listHints';

/** Carries out an operation that is one signed call, or one list read by pages. Throws what the calls throw. */
export const plainOperation: JobHandler = async (job, caller) => {
	const { op } = job;
	const entries = isListing(op)
		? await listEntries(job, op, caller)
		: itemsOfAnswer(job, await call(hiding(job, caller), op, job.params));
	return entries.map(finisher(job)).map(outputItem);
};

async function listEntries(
	{ context, params, limit: wanted, simplify }: Job,
	op: AnyOperation & ListRequest,
	caller: Caller,
) {
	const entries: JsonObject[] = [];
	const complete = simplify ? op.complete : undefined;
	const limit = complete ? undefined : wanted;
	const onNotice = (notice: ListNotice): void => showHint(context, noticeText(notice));
	for await (const entry of pages(caller, op, params, { ...defined({ limit }), onNotice }))
		entries.push(fieldsIn(entry));
	const most = maxEntries(op);
	if (wanted === undefined && entries.length >= most) showHint(context, cutOffText(most));
	return complete ? complete(entries).slice(0, wanted) : entries;
}

/** The caller with the passwords that were entered among the values that no error may show. */
function hiding({ op, params }: Job, caller: Caller): Caller {
	const passwords: string[] = [];
	for (const key in op.input) {
		const field = op.input[key];
		const entered = field?.kind === 'text' && field.password ? params[wireName(key, field)] : undefined;
		if (entered !== undefined) passwords.push(entered);
	}
	return passwords.length === 0 ? caller : { ...caller, secrets: [...(caller.secrets ?? []), ...passwords] };
}

/**
 * Makes entries what a person reads: simplified where that is wanted, with the types of the document where there is
 * nothing to simplify, and with what the operation was about, so that the next one can take it. An answer that is
 * wanted as it came stays as it came, but for what a change was made to.
 */
export function finisher({ op, params, simplify }: Job): (entry: JsonObject) => JsonObject {
	const subject = op.done === undefined ? workedOn(op, params) : {};
	if (op.simplify !== undefined && !simplify) return (entry) => ({ ...subject, ...entry });
	const asked = Object.entries(askedAbout(op, params));
	return (entry) => ({ ...subject, ...shownFirst(asked, op.simplify ? op.simplify(entry) : typed(entry)) });
}

/** An entry with what was asked about, unless it says it itself: its answer counts. */
function shownFirst(asked: ReadonlyArray<[string, unknown]>, entry: JsonObject): JsonObject {
	const missing = asked.filter(([name]) => entry[name] === undefined);
	return missing.length === 0 ? entry : { ...entry, ...Object.fromEntries(missing) };
}
