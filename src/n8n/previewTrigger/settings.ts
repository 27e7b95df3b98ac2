import type { IWebhookFunctions } from 'n8n-workflow';
import type { Caller } from '../../client/service/call';
import { previewTrigger } from '../../protocol/catalogue/viewerPage';
import { checkFields } from '../../protocol/operation/check';
import { encode } from '../../protocol/operation/encode';
import type { InputOf } from '../../protocol/operation/fields';
import { pagePath } from '../../protocol/preview/viewerLink';
import { libraryCaller } from '../credentials/libraryCaller';
import { readForm } from '../form/readForm';
import { silenceIn } from '../form/requestTimeout';

/** The settings of the trigger, and the caller that it reaches the service by. */
export interface Settings {
	readonly caller: Caller;
	/** Address of the page as n8n knows it. */
	readonly address: string;
	/** Identifies the page in signatures (`pagePath`). */
	readonly path: string;
	/** Wire parameters that name the file. */
	readonly file: Record<string, string>;
	/** Wire parameters of its preview. */
	readonly preview: Record<string, string>;
	readonly requireViewer: boolean;
	readonly events: readonly string[];
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
	readonly pageTitle: string;
}

/** Reads the form of the trigger and its credential. Throws inputError, and what `libraryCaller` throws. */
export async function readSettings(context: IWebhookFunctions): Promise<Settings> {
	const input = readForm(context, previewTrigger);
	const { hash, fullpath, ...preview } = encode(previewTrigger, input);
	const checked = checkFields(previewTrigger.input, input) as InputOf<typeof previewTrigger.input>;
	const address = context.getNodeWebhookUrl('default') ?? '';
	const silenceMs = silenceIn(context.getNodeParameter('options', {}));
	return {
		caller: await libraryCaller(context, (name) => context.getNodeParameter(name, undefined), { silenceMs }),
		address,
		path: pagePath(address),
		file: hash === undefined ? { fullpath: fullpath ?? '' } : { hash },
		preview,
		requireViewer: checked.requireViewer === true,
		events: checked.events,
		onlyFinished: checked.onlyFinished === true,
		throttleMs: (checked.throttle ?? 0) * 1000,
		pageTitle: checked.pageTitle ?? '',
	};
}
