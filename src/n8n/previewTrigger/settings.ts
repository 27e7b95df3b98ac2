import type { IWebhookFunctions } from 'n8n-workflow';
import { call, type Caller } from '../../client/service/call';
import { get, getPreviewLink } from '../../protocol/catalogue/libraryFile';
import { previewTrigger } from '../../protocol/catalogue/viewerPage';
import { checkFields } from '../../protocol/operation/check';
import { fieldsIn } from '../../protocol/wire/json';
import { encode } from '../../protocol/operation/encode';
import { LibraryError } from '../../protocol/wire/libraryError';
import type { InputOf } from '../../protocol/operation/fields';
import type { PageClaims } from '../../protocol/preview/pageToken';
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

/** Whether pages run in n8n's sandbox. Read by itself: a refusal needs it even when other settings are wrong. */
export const isSandboxed = (context: IWebhookFunctions): boolean =>
	fieldsIn(context.getNodeParameter('options', {})).sandbox !== false;

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

/**
 * The file to show, as the service knows it. Throws LibraryError; kind notFound also for a folder, which has no
 * preview.
 */
export async function fileOf({ caller }: Settings, params: Record<string, string>): Promise<PageClaims['file']> {
	const { hash, fullpath, filename, dir } = fieldsIn(await call(caller, get, { ...params, attribute: '10' }));
	if (Number(dir) === 1) throw new LibraryError('notFound', 'A folder has no preview', { operation: get.id });
	return { hash: String(hash), fullpath: String(fullpath), filename: String(filename) };
}

/** A fresh preview link, valid for 10 minutes (document). A watermark contains the viewer. Throws LibraryError. */
export async function freshPreview({ caller, preview }: Settings, hash: string, viewer: string | null): Promise<URL> {
	const named = preview.watermark !== undefined && viewer !== null ? { member_name: viewer } : {};
	const { url } = fieldsIn(await call(caller, getPreviewLink, { ...preview, ...named, hash }));
	const found = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
	// It becomes the address of a frame, which must show nothing but a web page.
	if (!found?.protocol.startsWith('http'))
		throw new LibraryError('protocol', 'The service answered without a preview link', {
			operation: getPreviewLink.id,
		});
	return found;
}
