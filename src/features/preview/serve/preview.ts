import { systemClock } from '../../../client/async/clock';
import { requireHttps } from '../../../client/http/addresses';
import { fileCalls } from '../../../client/files/fileCalls';
import { call, type Caller } from '../../../client/service/call';
import { libraryFileInfo, getPreviewLink } from '../../../protocol/catalogue/libraryFiles';
import { isPlainHost } from '../plan/frameOrigins';
import type { PageStatement } from '../plan/pageToken';
import { viewerEventType } from '../plan/viewerEvent';
import type { PageSettings } from '../../../pages/settings';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { fieldsIn, textOf } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';

/** How long a preview link is valid, in milliseconds. Document: 10 minutes. */
const PREVIEW_VALID_MS = 600_000;

/** Files whose preview is a player: it sends no event before playback starts. */
const MEDIA = /\.(mp3|wav|m4a|aac|flac|ogg|oga|opus|wma|mp4|m4v|mov|avi|mkv|webm|wmv|flv|mpe?g|3gp)$/i;

/** The file that wire parameters name. Throws LibraryError; kind notFound also for a folder, which has no preview. */
export async function fileOf(caller: Caller, params: Record<string, string>): Promise<PageStatement['file']> {
	const { hash, fullpath, filename, dir } = await fileCalls(caller).info(params);
	if (isFolder({ dir }))
		throw new LibraryError('notFound', 'A folder has no preview', { operation: libraryFileInfo.id });
	const shown = (value: unknown): string => caller.vault.forItems(textOf(value));
	return { hash: textOf(hash), fullpath: shown(fullpath), filename: shown(filename) };
}

/**
 * A fresh preview link, valid for `PREVIEW_VALID_MS`. `preview` are further wire parameters; a watermark contains the
 * viewer. Throws LibraryError.
 */
export async function freshPreview(
	caller: Caller,
	preview: Readonly<Record<string, string>>,
	hash: string,
	viewer: string | null,
): Promise<URL> {
	const named = preview.watermark !== undefined && viewer !== null ? { member_name: viewer } : {};
	const { url } = fieldsIn(await call(caller, getPreviewLink, { ...preview, ...named, hash }));
	const found = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
	// It becomes the address of a frame, which must show nothing but a web page, and its host a part of the policy.
	if (!found?.protocol.startsWith('http') || !isPlainHost(found.hostname))
		throw new LibraryError('protocol', 'The service answered without a preview link', {
			operation: getPreviewLink.id,
		});
	if (caller.account().http.httpsOnly) requireHttps(found.href);
	return found;
}

/** What the programs of both pages are told: about the preview, and the token of this load. */
export const pageSettings = (caller: Caller, preview: URL, filename: string, token: string): PageSettings => ({
	type: viewerEventType(caller.account().vendorPrefix),
	origin: preview.origin,
	token,
	validMs: PREVIEW_VALID_MS,
	media: MEDIA.test(filename),
});

/** Now, in Unix seconds. */
export const nowSeconds = (): number => Math.floor(systemClock.now() / 1000);
