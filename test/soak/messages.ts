/* What the processes of a soak tell each other: the service, the client, and the one that started them and judges. */

/** A fault that happened. Times are Unix milliseconds of this machine. */
export interface FaultEvent {
	readonly at: number;
	/** Which of the services. */
	readonly world: number;
	readonly endpoint: string;
	readonly kind: string;
}

/** How often each fault has happened, by endpoint. */
export type Coverage = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** How to reach one service. */
export interface WorldAccess {
	readonly url: string;
	readonly library: { readonly orgClientId: string; readonly orgClientSecret: string; readonly mountId: number };
	readonly enterprise: { readonly clientId: string; readonly clientSecret: string };
	readonly partner: { readonly clientId: string; readonly clientSecret: string };
	readonly user: { readonly account: string; readonly password: string };
	readonly orgId: number;
}

/** One execution of a node, or one poll of a trigger. */
export interface Outcome {
	readonly world: number;
	/** ID of the operation, as docs/operations.json has it. */
	readonly id: string;
	readonly from: number;
	readonly to: number;
	/** Items that went in. */
	readonly items: number;
	/** What failed: message and description. */
	readonly failures: readonly string[];
	/** Endpoints that the operation uses. */
	readonly endpoints: readonly string[];
	/** Bytes of content that went in or out. */
	readonly bytes: number;
	/** Whether it was stopped in the middle. */
	readonly stopped?: true;
}

/** What the process of the client needs at a moment when nothing is under way. */
export interface Sample {
	/** Seconds since the start. */
	readonly seconds: number;
	/** Bytes after a garbage collection. */
	readonly heap: number;
	/** Bytes. */
	readonly rss: number;
	/** Open file descriptors, sockets included. */
	readonly descriptors: number;
	readonly sockets: number;
	/** Timers, sockets and requests that keep the process busy. */
	readonly resources: number;
	/** Seconds of processor time since the start. */
	readonly cpu: number;
}

/** What is in a place at the end: SHA1, or `absent`. */
export const ABSENT = 'absent';
/** The contents that each path may have. More than one only where a lost answer left it open. */
export type Model = Readonly<Record<string, readonly string[]>>;

/** What the service knows at the end. */
export interface Truth {
	/** SHA1 by path, computed again from the bytes that are stored. */
	readonly files: Readonly<Record<string, string>>;
	/** Sessions that are still open although the client learned of them. */
	readonly knownSessions: readonly string[];
	/** Sessions of which the client never learned, because the answer was lost. */
	readonly unknownSessions: number;
	/** Operation times of all entries since the start, as `hash@milliseconds`. */
	readonly touches: readonly string[];
	/** The latest operation of each entry that is in the feed. */
	readonly latest: readonly string[];
	/** Lines of the library log since the start, as keys. */
	readonly activities: readonly string[];
}

/** From the service. */
export type ServiceMessage =
	| { readonly type: 'ready'; readonly worlds: readonly WorldAccess[] }
	| { readonly type: 'fault'; readonly event: FaultEvent }
	| { readonly type: 'coverage'; readonly coverage: Coverage }
	| { readonly type: 'renewed'; readonly world: number }
	| { readonly type: 'disconnected' }
	| { readonly type: 'truth'; readonly truth: Truth };
/** To the service. */
export type ServiceOrder =
	/** No more faults. */
	| { readonly type: 'calm' }
	/** What is true? */
	| { readonly type: 'truth' }
	/** Replaces one of the services, as it was at the beginning. */
	| { readonly type: 'renew'; readonly world: number }
	/** Closes the connections that nobody uses. */
	| { readonly type: 'disconnect' };

/** From the client. */
export type ClientMessage =
	| { readonly type: 'outcome'; readonly outcome: Outcome }
	| { readonly type: 'sample'; readonly sample: Sample }
	| { readonly type: 'defect'; readonly text: string }
	| { readonly type: 'changes'; readonly keys: readonly string[] }
	| { readonly type: 'activities'; readonly keys: readonly string[] }
	| { readonly type: 'renew'; readonly world: number }
	| { readonly type: 'disconnect' }
	| { readonly type: 'drained' }
	| { readonly type: 'done'; readonly model: Model };
/** To the client. */
export type ClientOrder =
	| { readonly type: 'wanted'; readonly missing: Readonly<Record<string, number>> }
	| { readonly type: 'renewed'; readonly world: number }
	| { readonly type: 'disconnected' }
	/** Starts nothing new. */
	| { readonly type: 'drain' }
	/** Reads what is left of changes and activities, takes the last samples, and ends. */
	| { readonly type: 'finish' };
