import type { AnswerChoice } from '../http/answers';
import { type Clock, systemClock } from '../time/clock';

/** How the emulator behaves. Everything has a default; pass to `startEmulator` what should differ. */
export interface EmulatorOptions {
	/** Address to bind; loopback unless chosen otherwise. */
	host: string;
	port: number;
	/** Vendor prefix: headers `x-<prefix>-…`, event type `<PREFIX>_VIEWER_EVENT`. */
	prefix: string;
	/** Whether uploads, and contents (downloads, previews, links), have ports of their own. */
	separateHosts: boolean;
	/** Whether an operation takes GET as well as POST, as real deployments do, or only the documented method. */
	anyMethod: boolean;
	/** How answers look: in attested shapes, or in a mix of all; without any as the document has them. */
	answers: AnswerChoice;
	/** Largest difference between `dateline` and the server's clock. assumed: the document gives no window. */
	clockWindowSeconds: number;
	/** Source of all times, those of the updates feed included. */
	clock: Clock;
	/** Capacity of the demo library in bytes; -1 for no limit. */
	capacity: number;
	/** When above 0, every copy is queued and takes this long. */
	queueDelayMs: number;
	/** How long `upload_finish` answers 202 before the file is there. */
	finishDelayMs: number;
	/** Whether create_file knows the contents of all libraries, or only those of the one it stores in. assumed. */
	knowsAllLibraries: boolean;
	/** Whether listed links say what they allow (`auth`). assumed (G16): the document has no such field. */
	linkTerms: boolean;
	/** doc: accounts of the demo enterprise enabled above this number are disabled. */
	memberLimit: number;
	/** Whether accounts and email addresses are compared without regard to case. assumed: they are not. */
	ignoreAccountCase: boolean;
	/** Folder in which everything survives a restart; null forgets everything at the end. */
	stateFolder: string | null;
	/** Whether `stateFolder` gets what changes. If not, several can start from it; uploads stay there, unnamed. */
	savesState: boolean;
	latencyMs: number;
	/** Number of requests kept in `requests`. */
	requestLogSize: number;
	/** Receives one line for each request and each refused signature. */
	log: (line: string) => void;
	/** Whether the demo library is filled with sample files. */
	seedDemo: boolean;
}

/** The options that `startEmulator` uses by default. */
export const defaultOptions: EmulatorOptions = {
	host: '127.0.0.1',
	port: 0,
	prefix: 'svc',
	separateHosts: false,
	anyMethod: false,
	answers: [],
	clockWindowSeconds: 900,
	clock: systemClock,
	capacity: -1,
	queueDelayMs: 0,
	finishDelayMs: 0,
	knowsAllLibraries: true,
	linkTerms: false,
	memberLimit: 1000,
	ignoreAccountCase: false,
	stateFolder: null,
	savesState: true,
	latencyMs: 0,
	requestLogSize: 10_000,
	log: () => undefined,
	seedDemo: false,
};
