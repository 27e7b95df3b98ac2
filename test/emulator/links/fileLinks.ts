import type { Entry } from '../store/library/entry';
import type { Library } from '../store/library/library';
import type { World } from '../world/world';
import { signedLink, type LinkFacts } from './signedLinks';

/** How a file is downloaded; everything but the file itself is optional. */
export interface DownloadOrder {
	/** Another version of the file. */
	readonly filehash?: string | undefined;
	/** assumed (G06): the name offered to the browser. */
	readonly filename?: string | undefined;
	/** Whether the browser shows the file rather than saving it. */
	readonly open?: boolean | undefined;
	readonly net?: string | undefined;
}

/** A download link. doc: valid for 10 minutes. */
export function downloadLink(world: World, entry: Entry, order: DownloadOrder = {}): string {
	return signedLink(world, `/download/${order.filehash ?? entry.filehash}`, {
		name: order.filename ?? entry.name,
		...(order.open ? { open: '1' } : {}),
		...(order.net ? { net: order.net } : {}),
	});
}

/** A link to the preview page. doc: valid for 10 minutes. */
export function previewLink(world: World, library: Library, entry: Entry, facts: LinkFacts = {}): string {
	return signedLink(world, `/preview/${library.profile.mountId}/${entry.hash}`, facts);
}

/** A link to the thumbnail of an image. assumed: the image itself. */
export function thumbnailLink(world: World, entry: Entry): string {
	return signedLink(world, `/download/${entry.filehash}`, { name: entry.name, open: '1', thumbnail: '1' });
}
