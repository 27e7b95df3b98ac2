import type { IExecuteFunctions, NodeExecutionHint, IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import type { ListNotice } from '../../client/paging/offsetPages';
import { vaultOf } from '../context/runSecrets';
import { oncePer } from '../../protocol/wire/oncePer';
import { defined } from '../../protocol/wire/json';
import { counted, quoted } from '../../protocol/wire/libraryError';
import { addHint } from '../context/hostFeatures';
import { cautionsFor, isListing } from '../../protocol/operation/define';
import { isToolCall } from '../context/toolCall';
import type { Job } from './job';

/* What n8n shows beside the results of a run: each sentence once, however many items have it to say. */

/** What was shown beside the items of a run so far. */
export const hintsOf = oncePer((_context: IExecuteFunctions) => new Set<string>());

/** Shows a hint beside the items, once in a run. */
export function showHint(context: IExecuteFunctions, text: string, type?: NodeExecutionHint['type']): void {
	const shown = hintsOf(context);
	const message = vaultOf(context).forErrors(text);
	if (shown.has(message)) return;
	shown.add(message);
	addHint(context, { message, location: 'outputPane', ...defined({ type }) });
}

/** What is shown where something was deleted that no recycle bin has. */
export const DELETED_FOR_GOOD = 'Deleted permanently: this cannot be undone';

/** A notice of a list in words. */
export function noticeText(notice: ListNotice): string {
	switch (notice.kind) {
		case 'changed':
			return (
				'The list changed while it was read: ' +
				'what was created, deleted or moved meanwhile may be missing or may no longer exist'
			);
		case 'unsettled':
			return (
				'The list kept changing while it was read, so entries may be missing. ' +
				'Run this again when fewer changes are made'
			);
		case 'fewer': {
			const { announced, shown } = notice;
			const all = counted(announced, 'entry', 'entries');
			return `The service announced ${all} but returned ${shown}, so entries may be missing`;
		}
	}
}

/** Shows the notices of a list. */
export const noticesIn =
	(context: IExecuteFunctions) =>
	(notice: ListNotice): void =>
		showHint(context, noticeText(notice));

/** The hint for a list that the service may have cut off. */
export const cutOffText = (most: number): string => `The service returns at most ${most} results, so there may be more`;

const MB = 1_000_000;
/** From this size on, content in memory is worth a hint, in bytes. */
const LARGE = 50 * MB;

const bytesOf = (base64: string): number => Math.floor((base64.length * 3) / 4);

/** The hint for the largest of these fields that n8n keeps in memory; undefined where none of them is large. */
function memoryHint(binary: Content = {}): string | undefined {
	const inMemory = Object.entries(binary)
		.filter(([, { id, data }]) => !id && typeof data === 'string' && bytesOf(data) > LARGE)
		.sort(([, a], [, b]) => b.data.length - a.data.length);
	const [largest] = inMemory;
	if (!largest) return undefined;
	const [name, { fileName, data }] = largest;
	return (
		`${quoted(fileName ?? name)} takes ${Math.round(bytesOf(data) / MB)} MB of memory, because this n8n keeps ` +
		'binary data there, as one text: nothing else runs while it is made. ' +
		'For large files, set N8N_DEFAULT_BINARY_DATA_MODE to filesystem'
	);
}

type Content = IBinaryKeyData | undefined;

const contentsOf = ({ op, context, item }: Job, results: readonly INodeExecutionData[]): readonly Content[] =>
	Object.values(op.input).flatMap((field) => {
		if (field.kind !== 'binary') return [];
		return field.direction === 'out' ? results.map(({ binary }) => binary) : [context.getInputData()[item]?.binary];
	});

/** A model cannot turn on Return All, and may not even choose the limit. */
const limitHint = (context: IExecuteFunctions, limit: number): string =>
	isToolCall(context)
		? `The limit of ${limit} was reached, so there may be more results. Ask for a higher limit if this tool ` +
			'takes one; otherwise narrow the request, or tell the user that the list may be incomplete'
		: `The first ${limit} only, and there may be more: turn on Return All`;

/** Most sentences about single items that a run shows. */
const MAX_SAID = 10;

/** Shows what the results of one item leave unsaid: cut off by Limit, deleted for good, content in memory. */
export function showResultHints(job: Job, results: readonly INodeExecutionData[]): void {
	const { context, form, op, limit } = job;
	if (isListing(op) && limit !== undefined && results.length >= limit) showHint(context, limitHint(context, limit));
	// A plan says so itself: it need not have found anything to delete.
	if (cautionsFor(op, job.checked).includes('permanent') && !('planOutput' in op.input))
		showHint(context, DELETED_FOR_GOOD);
	if (op.says && !isToolCall(context))
		for (const { json } of results.slice(0, MAX_SAID)) {
			const said = op.says(json, form.timezone());
			if (said !== undefined && hintsOf(context).size < MAX_SAID) showHint(context, said);
		}
	for (const content of contentsOf(job, results)) {
		const hint = memoryHint(content);
		if (hint !== undefined) showHint(context, hint, 'warning');
	}
}

/**
 * The results of all items; shows that there are none, because n8n then stops without a word. Not for a tool call: a
 * model gets an item that says it (`itemsForModel`).
 */
export function hintIfEmpty(context: IExecuteFunctions, results: INodeExecutionData[]): INodeExecutionData[] {
	if (results.length > 0) return results;
	const more = ', so the nodes that follow do not run. To run them anyway, turn on Always Output Data under Settings';
	showHint(context, `Nothing was found${context.getNode().alwaysOutputData ? '' : more}`);
	return results;
}
