import type { IWebhookFunctions } from 'n8n-workflow';
import { previewTrigger } from '../entries';
import { labelOf } from '../../../protocol/operation/fields';
import { encodeChecked } from '../../../protocol/operation/encode';
import { frameOrigins } from '../plan/frameOrigins';
import { pagePath } from '../plan/viewerLink';
import { readForm } from '../../../n8n/form/readForm';
import { pageTokens } from './preview';
import { nodeKey, pageCaller } from './visitorLimits';

/** The settings of the trigger, and the caller that it reaches the service by. */
export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** Reads the form of the trigger and its credential. Throws inputError, and what `pageCaller` throws. */
export async function readSettings(context: IWebhookFunctions) {
	const checked = readForm(context, previewTrigger);
	const { hash, fullpath, ...preview } = encodeChecked(previewTrigger, checked);
	const caller = await pageCaller(context);
	const path = pagePath(context.getNodeWebhookUrl('default') ?? '');
	const node = nodeKey(context);
	return {
		caller,
		tokens: pageTokens(caller, ['page', path, node]),
		/** Identifies the page in signatures (`pagePath`). */
		path,
		/** Identifies the node among all of this n8n (`nodeKey`). */
		node,
		file: hash === undefined ? { fullpath: fullpath ?? '' } : { hash },
		preview,
		requireViewer: checked.requireViewer === true,
		events: checked.events,
		onlyFinished: checked.onlyFinished === true,
		throttleMs: (checked.throttle ?? 0) * 1000,
		// A document of hundreds of pages, or hours of playback.
		maxEvents: checked.maxEvents ?? 1000,
		pageTitle: checked.pageTitle ?? '',
		ancestors: frameOrigins(labelOf('embedOrigins', previewTrigger.input.embedOrigins), checked.embedOrigins ?? []),
	};
}
