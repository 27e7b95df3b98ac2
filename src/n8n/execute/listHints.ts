import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { ListNotice } from '../../client/paging/offsetPages';
import { vaultOf } from '../context/runSecrets';
import { defined } from '../../protocol/wire/json';
import { counted } from '../../protocol/wire/quoted';
import { addHint } from '../context/hostFeatures';
import { perContext } from '../context/perContext';

/* What n8n shows beside the items of a list. */

/** What was shown beside the items of a run so far. */
export const hintsOf = perContext((_context: IExecuteFunctions) => new Set<string>());

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
