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

/** How the trigger is set, and on whose behalf it asks the service. */
export interface Settings {
	readonly caller: Caller;
	/** Address of the page as n8n knows it, and what names the page in signatures. */
	readonly address: string;
	readonly path: string;
	/** Wire parameters: of the file, and of its preview. */
	readonly file: Record<string, string>;
	readonly preview: Record<string, string>;
	readonly requireViewer: boolean;
	readonly events: readonly string[];
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
	readonly pageTitle: string;
}

/** Whether pages run in n8n's sandbox; readable when everything else is set wrong. */
export const isSandboxed = (context: IWebhookFunctions): boolean =>
	(context.getNodeParameter('options', {}) as { sandbox?: boolean }).sandbox !== false;

/** Reads the form of the trigger and its credential. Throws inputError, and what `libraryCaller` throws. */
export async function readSettings(context: IWebhookFunctions): Promise<Settings> {
	const input = readForm(context, previewTrigger);
	const { hash, fullpath, ...preview } = encode(previewTrigger, input);
	const checked = checkFields(previewTrigger.input, input) as InputOf<typeof previewTrigger.input>;
	const address = context.getNodeWebhookUrl('default') ?? '';
	return {
		caller: await libraryCaller(context, (name) => context.getNodeParameter(name, undefined)),
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

/** The file to show, by the service. Throws LibraryError; kind notFound also for a folder, which has no preview. */
export async function fileOf({ caller }: Settings, params: Record<string, string>): Promise<PageClaims['file']> {
	const { hash, fullpath, filename, dir } = fieldsIn(await call(caller, get, { ...params, attribute: '10' }));
	if (Number(dir) === 1) throw new LibraryError('notFound', 'A folder has no preview', { operation: get.id });
	return { hash: String(hash), fullpath: String(fullpath), filename: String(filename) };
}

/** A fresh preview link, valid for 10 minutes (document). The watermark holds the viewer. Throws LibraryError. */
export async function freshPreview({ caller, preview }: Settings, hash: string, viewer: string | null): Promise<URL> {
	const named = preview.watermark !== undefined && viewer !== null ? { member_name: viewer } : {};
	const { url } = fieldsIn(await call(caller, getPreviewLink, { ...preview, ...named, hash }));
	const found = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
	// It becomes the address of a frame: nothing but a web page may stand there.
	if (!found?.protocol.startsWith('http'))
		throw new LibraryError('protocol', 'The service answered without a preview link', {
			operation: getPreviewLink.id,
		});
	return found;
}
