import { createHash } from 'node:crypto';
import type { Entry } from './entry';

/** An external link. doc, link entry: `deadline` is in Unix seconds, -1 is permanent. */
export interface ExternalLink {
	readonly code: string;
	readonly entry: Entry;
	readonly deadline: number;
	readonly auth: 'preview' | 'download' | 'upload';
	/** '' for none. */
	readonly password: string;
}

/** The external links of a library. assumed: every file/link call creates a new one, with a code of 16 characters. */
export class ExternalLinks {
	private readonly byCode = new Map<string, ExternalLink>();
	private serial = 0;

	create(link: Omit<ExternalLink, 'code'>): ExternalLink {
		const seed = `link ${this.serial++} ${link.entry.hash}`;
		const code = createHash('sha1').update(seed).digest('base64url').slice(0, 16);
		const created = { ...link, code };
		this.byCode.set(code, created);
		return created;
	}

	/** The link with this code, while it is open. */
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

	/** All open links, the oldest first. */
	list(nowSeconds: number): ExternalLink[] {
		return [...this.byCode.values()].filter((link) => isOpen(link, nowSeconds));
	}
}

/** assumed: expired links and links of deleted files are neither listed nor served. */
function isOpen(link: ExternalLink, nowSeconds: number): boolean {
	return !link.entry.deleted && (link.deadline === -1 || link.deadline > nowSeconds);
}
