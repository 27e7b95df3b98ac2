import type { Clock } from '../time/clock';
import { systemClock } from '../time/clock';

/** How the emulator behaves. Everything has a default; `startEmulator` takes a part of it. */
export interface EmulatorOptions {
	/** Address to bind; loopback unless a person decides otherwise. */
	host: string;
	/** Port of the service; 0 takes a free one. */
	port: number;
	/** Vendor prefix: headers `x-<prefix>-…`, event type `<PREFIX>_VIEWER_EVENT`. */
	prefix: string;
	/** Give the upload host and the content host (downloads, previews, links) ports of their own. */
	separateHosts: boolean;
	/** Refuse unknown, missing, doubled and malformed parameters with 400. */
	strict: boolean;
	/** Greatest distance of `dateline` from the server's clock. assumed: the document gives no window. */
	clockWindowSeconds: number;
	/** Source of time; operation times of the updates feed come from it too. */
	clock: Clock;
	/** Turns "now" into an operation time: lets times arrive late or share a millisecond. */
	operationTime: (nowMs: number) => number;
	/** Capacity of the demo library in bytes, -1 for no limit. */
	capacity: number;
	/** Copies of folders with more entries than this go to the queue. assumed: the document gives no number. */
	queueThreshold: number;
	/** When above 0 every copy goes to the queue and takes this long. */
	queueDelayMs: number;
	/** How long `upload_finish` answers 202 before the file is there. */
	finishDelayMs: number;
	/** Answer of the part that completes the temporary file; the document allows both. */
	completePartStatus: 200 | 202;
	/** Largest chunk taken. doc: 10 MB, read as 10 x 1024 x 1024 (ambiguity E03). */
	maxChunkBytes: number;
	/** Life of an idle upload session. assumed: not shown (ambiguity E08). */
	sessionSeconds: number;
	/** doc: download and preview links live 10 minutes. */
	linkSeconds: number;
	/** Seconds of media that the preview page plays in one second. */
	mediaSpeed: number;
	/** Form of `server` in create_file (ambiguity C05): URL, `host:port`, or a comma list of two URLs (fact 5.10). */
	serverForm: 'url' | 'host' | 'list';
	/** doc: `expires_in` of access tokens, in seconds. */
	tokenSeconds: number;
	/** doc: refresh tokens are valid 7 days. */
	refreshSeconds: number;
	/** Life of a sign-on key. assumed: not shown (ambiguity B05). */
	signOnKeySeconds: number;
	/** Greatest age of a sign-on ticket. assumed: not shown (ambiguity B03). */
	ticketSeconds: number;
	/** doc: enabled accounts of the demo enterprise above this number are disabled. */
	memberLimit: number;
	/** doc: the synchronization operations require this feature. */
	syncFeature: boolean;
	/** Let add_sync_member with state 1 enable a disabled member. The state table knows only 0 on modify (ambiguity I03). */
	reenableBySync: boolean;
	/** Keep contents in files of this folder instead of in memory; they are removed at the end. */
	dataFolder: string | null;
	/** Delay of every answer. */
	latencyMs: number;
	/** Requests kept in `requests`; older ones are dropped. */
	requestLogSize: number;
	/** Receives one line for each request and each refused signature. */
	log: (line: string) => void;
	/** Fill the demo library with sample content. */
	seedDemo: boolean;
}

/** The values used for what `startEmulator` is not given. */
export function defaultOptions(): EmulatorOptions {
	return {
		host: '127.0.0.1',
		port: 0,
		prefix: 'svc',
		separateHosts: false,
		strict: true,
		clockWindowSeconds: 900,
		clock: systemClock,
		operationTime: (nowMs) => nowMs,
		capacity: -1,
		queueThreshold: 1000,
		queueDelayMs: 0,
		finishDelayMs: 0,
		completePartStatus: 200,
		maxChunkBytes: 10 * 1024 * 1024,
		sessionSeconds: 24 * 3600,
		linkSeconds: 600,
		mediaSpeed: 1,
		serverForm: 'url',
		tokenSeconds: 21_600,
		refreshSeconds: 7 * 86_400,
		signOnKeySeconds: 300,
		ticketSeconds: 300,
		memberLimit: 1000,
		syncFeature: true,
		reenableBySync: false,
		dataFolder: null,
		latencyMs: 0,
		requestLogSize: 10_000,
		log: () => undefined,
		seedDemo: false,
	};
}
