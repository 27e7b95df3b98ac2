import type { Emulator, FaultRule } from '../emulator';
import { DOWNLOAD } from './endpoints';

type Exchange = Parameters<NonNullable<Emulator['faults']['choose']>>[0];
type Action = FaultRule['action'];

/** One kind of fault. */
export interface FaultKind {
	readonly name: string;
	/** What an administrator reads about it. */
	readonly what: string;
	/** Whether an endpoint can have it. */
	readonly at: (endpoint: string) => boolean;
	/** What happens to a request; undefined where `change` has done it, or where the request has nothing to lose. */
	readonly action?: Action;
	readonly slowMs?: number;
	/** Changes the state of the service before the request is handled. False where there was nothing to change. */
	readonly change?: (emulator: Emulator, exchange: Exchange) => boolean;
	/** Whether it ends tokens: a call renews its token once, so one that was just obtained must stay. */
	readonly endsTokens?: true;
	/** Whether it is no failure, only slow. */
	readonly harmless?: true;
}

/** How long an answer stalls, in ms: longer than the Timeout of the nodes in the soak (lane.ts). */
const STALL_MS = 8_000;

const anywhere = (): boolean => true;
const only =
	(...paths: string[]) =>
	(endpoint: string): boolean =>
		paths.includes(endpoint);
const exceptContents = (endpoint: string): boolean => endpoint !== DOWNLOAD;
const asPerson = (endpoint: string): boolean => endpoint.startsWith('/m-api/') && !/thirdparty|oauth2/.test(endpoint);
const [PART, QUERY, FINISH] = ['/upload_part', '/upload_req', '/upload_finish'] as const;

/** An address of this machine at which nobody listens. */
const NOBODY = 'http://127.0.0.1:9';
const half = (text: string): string => text.slice(0, Math.ceil(text.length / 2));
const withoutServer = (text: string): string => text.replace(/http:(\\?\/){2}127\.0\.0\.1:\d+/g, NOBODY);
const busy = { 'Retry-After': '1' };

const sessionIn = (emulator: Emulator, { req }: Exchange) =>
	emulator.world.uploads.active().find(({ id }) => id === req.headers['x-svc-upload-session']);

/** The faults that every endpoint can have. */
const GENERAL: readonly FaultKind[] = [
	{ name: 'reset', what: 'connection reset before anything is done', at: anywhere, action: 'reset' },
	{ name: 'lost answer', what: 'done, then the connection is reset', at: anywhere, action: 'resetAfter' },
	{ name: 'cut answer', what: 'reset within the answer', at: anywhere, action: { cutAfterBytes: 1 } },
	{
		name: 'half answer',
		what: 'half of the answer, with a clean end',
		at: exceptContents,
		action: { rewrite: half },
	},
	{ name: '500', what: 'the service fails', at: anywhere, action: { status: 500, body: {} } },
	{ name: '502', what: 'page of a gateway', at: anywhere, action: 'html' },
	{ name: '503', what: 'not available', at: anywhere, action: { status: 503 } },
	{ name: '503 wait', what: '503 with Retry-After', at: anywhere, action: { status: 503, headers: busy } },
	{
		name: '429 wait',
		what: 'too many requests, with Retry-After',
		at: anywhere,
		action: { status: 429, headers: busy },
	},
	{ name: '504', what: 'the gateway gives up', at: anywhere, action: { status: 504 } },
	{ name: 'stall', what: 'done, but no answer comes', at: anywhere, action: 'stall', slowMs: STALL_MS },
	{
		name: 'drip',
		what: 'the answer comes in small pieces',
		at: anywhere,
		action: 'drip',
		slowMs: 300,
		harmless: true,
	},
	{
		name: 'slow',
		what: 'a quarter of a second passes first',
		at: anywhere,
		action: 'slow',
		slowMs: 250,
		harmless: true,
	},
];

/** The faults of uploads, downloads and tokens. */
const SPECIAL: readonly FaultKind[] = [
	{
		name: 'reset within',
		what: 'reset while the body is sent',
		at: only(PART, '/2/web_upload'),
		action: 'resetWithin',
	},
	{
		name: 'session gone',
		what: 'the service has dropped the session (401)',
		at: only(PART, QUERY, FINISH),
		change: (emulator, exchange) => {
			const session = sessionIn(emulator, exchange);
			if (session) void emulator.world.uploads.drop(session);
			return session !== undefined;
		},
	},
	{
		name: 'session lost',
		what: 'the service has lost the temporary file (500)',
		at: only(PART, QUERY, FINISH),
		change: (emulator, exchange) => {
			const session = sessionIn(emulator, exchange);
			if (session) void emulator.world.uploads.lose(session);
			return session !== undefined;
		},
	},
	{ name: 'busy', what: 'the file is being worked on (410)', at: only(PART), action: { status: 410 } },
	{
		name: 'wrong 409',
		what: 'a conflict with an offset that is not true',
		at: only(PART),
		action: { status: 409, body: { error_code: 40900, error_msg: 'wrong offset', expect: 1 } },
	},
	{ name: 'wrong offset', what: 'an offset that is not true', at: only(QUERY), action: { rewrite: () => '1' } },
	{ name: 'not yet', what: 'still processing (202)', at: only(FINISH), action: { status: 202, body: {} } },
	{
		name: 'server gone',
		what: 'an upload server at which nobody listens',
		at: (endpoint) => /\/(create_file|upload_servers?)$/.test(endpoint),
		action: { rewrite: withoutServer },
	},
	{
		name: 'expired link',
		what: 'the download link has expired',
		at: only(DOWNLOAD),
		action: { status: 403, body: { error_code: 40300, error_msg: 'the link has expired' } },
	},
	{
		name: 'expired token',
		what: 'all access tokens expire (40102)',
		at: asPerson,
		change: (emulator) => (emulator.expireTokens('expired'), true),
		endsTokens: true,
	},
	{
		name: 'unknown token',
		what: 'all access tokens are unknown (40101)',
		at: asPerson,
		change: (emulator) => (emulator.expireTokens('unknown'), true),
		endsTokens: true,
	},
];

/** Every kind of fault. */
export const KINDS: readonly FaultKind[] = [...GENERAL, ...SPECIAL];

/** The kinds that an endpoint can have. */
export const kindsAt = (endpoint: string): readonly FaultKind[] => KINDS.filter(({ at }) => at(endpoint));
