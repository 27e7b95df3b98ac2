import { percentDecoded } from '../../protocol/wire/paths';
import { scrubber, wholeScrubber } from '../../protocol/wire/scrub';

/* The secrets of the moment, which no error may show. */

/** How many secrets of the moment are known: each takes time whenever something fails. */
const NOTED = 40;
/** How many secrets are kept: tokens are renewed, and a run may open many libraries. */
const KEPT = 200;

/** Adds texts to the end of a list of limited length, or moves them there. Returns whether any of them is new. */
function addTo(list: Set<string>, added: Secrets, limit: number): boolean {
	let isChanged = false;
	for (const secret of added) {
		if (secret === undefined || secret === '') continue;
		isChanged = !list.delete(secret) || isChanged;
		list.add(secret);
	}
	for (const oldest of list) {
		if (list.size <= limit) break;
		list.delete(oldest);
	}
	return isChanged;
}

/** The secrets of one run, which nobody may read in what comes out of it. */
export type SecretVault = ReturnType<typeof makeSecretVault>;

type Secrets = ReadonlyArray<string | undefined>;

/** An empty vault. */
export function makeSecretVault() {
	const [kept, hidden, noted] = [new Set<string>(), new Set<string>(), new Set<string>()];
	// Making one takes as long as a hundred texts, and an error may have a plan of thousands.
	let scrubError: typeof scrubItem;
	let scrubOwnText: typeof scrubItem;
	let scrubItem: ((text: string) => string) | undefined;
	const all = (): string[] => [...kept, ...hidden, ...noted];
	return {
		/** What errors may not show. */
		all,
		/** Secrets that neither errors nor items may show: those of the credential, and what is obtained with them. */
		keep: (...secrets: Secrets): void => {
			if (addTo(kept, secrets, KEPT)) scrubError = scrubOwnText = scrubItem = undefined;
		},
		/** Secrets that errors may not show, but items may: what a person chose may be the name of a file. */
		hide: (...secrets: Secrets): void => {
			if (addTo(hidden, secrets, KEPT)) scrubError = scrubOwnText = undefined;
		},
		/** Secrets of the moment, or that items are made to show: errors may not show the last 40 of them. */
		note: (...secrets: Secrets): void => {
			if (addTo(noted, secrets, NOTED)) scrubError = scrubOwnText = undefined;
		},
		/** A text of an error, without any secret. */
		forErrors: (text: string): string => (scrubError ??= scrubber(all()))(text),
		/** A text that this package wrote about what was entered, without any secret that is whole. */
		forOwnTexts: (text: string): string => (scrubOwnText ??= wholeScrubber(all()))(text),
		/** A text of an item, without the secrets that were kept, where they are whole. */
		forItems: (text: string): string => (scrubItem ??= wholeScrubber([...kept]))(text),
	};
}

/** Fields of a link that say which file it is: their values are no secrets, and an error may name the file. */
const NAMES: ReadonlySet<string> = new Set(['fullpath', 'path', 'filename', 'file', 'name']);
/** The end of a path that is the name of a file. */
const FILE_NAME = /\.[A-Za-z\d]{1,8}$/;

/** The parts of a link that may contain its signature: some hosts sign in the path. None of what is no address. */
export function linkSecrets(url: string): string[] {
	if (!URL.canParse(url)) return [];
	const { pathname, searchParams, hash } = new URL(url);
	const longParts = pathname.split('/').filter((part) => part.length >= 16 && !FILE_NAME.test(part));
	const values = [...searchParams].flatMap(([name, value]) => (NAMES.has(name.toLowerCase()) ? [] : [value]));
	const decoded = longParts.map((part) => percentDecoded(part) ?? part);
	return [hash, ...values.filter((value) => value.length >= 8), ...longParts, ...decoded];
}
