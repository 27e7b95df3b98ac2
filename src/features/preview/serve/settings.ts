import type { IWebhookFunctions } from 'n8n-workflow';
import type { Caller } from '../../../client/service/call';
import { previewTrigger } from '../entries';
import { labelOf } from '../../../protocol/operation/fields';
import { encodeChecked } from '../../../protocol/operation/encode';
import { frameOrigins } from '../plan/frameOrigins';
import { pagePath } from '../plan/viewerLink';
import { readForm } from '../../../n8n/form/readForm';
import { pageTokens, type PageTokens } from './preview';
import { nodeKey, pageCaller } from './visitorLimits';

/** Events of one load where the form says nothing: a document of hundreds of pages, or hours of playback. */
const MAX_EVENTS = 1000;

/** The settings of the trigger, and the caller that it reaches the service by. */
export interface Settings {
	readonly caller: Caller;
	readonly tokens: PageTokens;
	/** Identifies the page in signatures (`pagePath`). */
	readonly path: string;
	/** Identifies the node among all of this n8n (`nodeKey`). */
	readonly node: string;
	readonly file: Record<string, string>;
	readonly preview: Record<string, string>;
	readonly requireViewer: boolean;
	readonly events: readonly string[];
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
	/** Most events of one load that start the workflow. */
	readonly maxEvents: number;
	readonly pageTitle: string;
	readonly ancestors: readonly string[];
}

/** Reads the form of the trigger and its credential. Throws inputError, and what `pageCaller` throws. */
export async function readSettings(context: IWebhookFunctions): Promise<Settings> {
	const checked = readForm(context, previewTrigger);
	const { hash, fullpath, ...preview } = encodeChecked(previewTrigger, checked);
	const caller = await pageCaller(context);
	const path = pagePath(context.getNodeWebhookUrl('default') ?? '');
	const node = nodeKey(context);
	return {
		caller,
		tokens: pageTokens(caller, ['page', path, node]),
		path,
		node,
		file: hash === undefined ? { fullpath: fullpath ?? '' } : { hash },
		preview,
		requireViewer: checked.requireViewer === true,
		events: checked.events,
		onlyFinished: checked.onlyFinished === true,
		throttleMs: (checked.throttle ?? 0) * 1000,
		maxEvents: checked.maxEvents ?? MAX_EVENTS,
		pageTitle: checked.pageTitle ?? '',
		ancestors: frameOrigins(labelOf('embedOrigins', previewTrigger.input.embedOrigins), checked.embedOrigins ?? []),
	};
}
