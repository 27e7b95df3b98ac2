import { createHash } from 'node:crypto';
import type { Entry } from './entry';

/** An external link. `deadline` is in Unix seconds, -1 is permanent (doc, link entry). */
export interface ExternalLink {
	readonly code: string;
	readonly entry: Entry;
	readonly deadline: number;
	readonly auth: 'preview' | 'download' | 'upload';
	readonly password: string;
}

let serial = 0;

/** The open external links of a library. assumed: every file/link call makes a new one. */
export class LinkBook {
	private readonly byCode = new Map<string, ExternalLink>();

	open(link: Omit<ExternalLink, 'code'>): ExternalLink {
		const code = createHash('sha1').update(`link ${serial++} ${link.entry.hash}`).digest('base64url').slice(0, 16);
		const made = { ...link, code };
		this.byCode.set(code, made);
		return made;
	}

	/** The link, when it is open, in time, and its file is still there. */
	get(code: string, nowSeconds: number): ExternalLink | undefined {
		const link = this.byCode.get(code);
		return link && isOpen(link, nowSeconds) ? link : undefined;
	}

	close(code: string): boolean {
		return this.byCode.delete(code);
	}

	/** doc: closing by path closes all links of the file. */
	closeAll(entry: Entry): void {
		for (const link of this.byCode.values()) if (link.entry === entry) this.byCode.delete(link.code);
	}

	list(nowSeconds: number): ExternalLink[] {
		return [...this.byCode.values()].filter((link) => isOpen(link, nowSeconds));
	}
}

/** assumed: expired links and links of deleted files are neither listed nor served. */
function isOpen(link: ExternalLink, nowSeconds: number): boolean {
	return !link.entry.deleted && (link.deadline === -1 || link.deadline > nowSeconds);
}
