import type { Emulator } from '../emulator';
import { sha1Of } from './content';
import type { Truth } from './messages';

type Library = Emulator['libraries'] extends ReadonlyMap<number, infer L> ? L : never;
type Entry = Parameters<Library['touch']>[0];
type Exchange = Parameters<NonNullable<Emulator['faults']['choose']>>[0];

/** The folder in which the soak stores files. */
const ROOT = 'Soak';

/** The full path of an entry. */
function pathOf(entry: Entry): string {
	const names: string[] = [];
	for (let at: Entry | null = entry; at?.parent; at = at.parent) names.unshift(at.name);
	return names.join('/');
}

/** A state of an entry, as a change of it is recognized by. */
const stateOf = (entry: Entry): string =>
	[entry.hash, entry.children ? '' : entry.filehash, entry.deleted ? '(deleted)' : pathOf(entry)].join(' ');

/**
 * Writes down what really happens in the library that everything shares, beside the feed and the log that the client
 * reads: it watches the calls that change the library.
 */
export class ChangeLedger {
	readonly touches: string[] = [];
	private readonly touched = new Set<Entry>();
	private readonly firstLine: number;

	constructor(private readonly library: Library) {
		this.firstLine = library.log.length;
		const { feed } = library;
		const touch = feed.touch.bind(feed);
		feed.touch = (entry, atMs) => {
			touch(entry, atMs);
			this.touched.add(entry);
			// The change is complete when the call that made it has returned.
			queueMicrotask(() => this.touches.push(stateOf(entry)));
		};
	}

	/** The state that each changed entry has now. */
	latest(): string[] {
		return [...this.touched].map(stateOf);
	}

	/** Lines of the log since the start, as keys. */
	activities(): string[] {
		return this.library.log
			.slice(this.firstLine)
			.map(({ act, fullpath, atMs, actor }) => [act, fullpath, Math.floor(atMs / 1000), actor.id].join(' '));
	}
}

/** How long the client may need for the abort of a session, in ms. */
export const ABORT_MS = 7_000;

/** Which upload sessions the client can know of. */
export class SessionLedger {
	private readonly known = new Set<string>();

	/** Notes a request that is handled; `isHeard` says whether its answer arrives. */
	note({ path, req, res }: Exchange, isHeard: boolean): void {
		const id = req.headers['x-svc-upload-session'];
		if (typeof id === 'string') this.known.add(id);
		if (path !== '/upload_init' || !isHeard) return;
		const end = res.end.bind(res);
		res.end = ((chunk?: Buffer) => {
			const session = /"session":"([^"]+)"/.exec(chunk?.toString() ?? '')?.[1];
			if (session) this.known.add(session);
			return end(chunk);
		}) as typeof res.end;
	}

	/**
	 * Open sessions of a service that the client knows of: paths and sizes. The client has a few seconds to abort one
	 * in the background.
	 */
	knownIn({ world }: Emulator): string[] {
		const before = world.now() - ABORT_MS;
		return world.uploads
			.active()
			.filter(({ id, touchedMs }) => this.known.has(id) && touchedMs < before)
			.map(({ announcement, writer }) => `${announcement.write.path} with ${writer.length} bytes`);
	}
}

/** Every file of the soak, with the SHA1 of the bytes that are stored. Reads each content once. */
export async function storedFiles(emulator: Emulator, library: Library): Promise<Truth['files']> {
	const files: Record<string, string> = {};
	const checked = new Map<string, string>();
	const walk = async (entry: Entry): Promise<void> => {
		for (const child of entry.children?.byName.values() ?? []) await walk(child);
		if (entry.children) return;
		const { filehash } = entry;
		const content = emulator.world.contents.get(filehash);
		const found =
			checked.get(filehash) ?? (content ? await sha1Of(content.read(0, content.size - 1)) : 'no content');
		checked.set(filehash, found);
		files[pathOf(entry)] = found;
	};
	const root = library.tree.find(ROOT);
	if (root) await walk(root);
	return files;
}
