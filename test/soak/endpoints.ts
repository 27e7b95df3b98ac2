import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An entry of docs/operations.json, as far as the soak reads it. */
export interface Entry {
	readonly id: string;
	readonly node: string;
	readonly covers: readonly string[];
	readonly requests: ReadonlyArray<{ readonly method: string; readonly path: string }>;
	readonly trigger?: true;
	readonly example: Readonly<Record<string, unknown>>;
}

/** All operations and triggers of the published reference. */
export const entries = (): readonly Entry[] =>
	JSON.parse(readFileSync(join(__dirname, '..', '..', 'docs', 'operations.json'), 'utf8')) as Entry[];

/** Where contents come from: the reference does not list it, because the service names it in a link. */
export const DOWNLOAD = '/download/*';

/** The endpoint of a path: contents have an address each, and share one endpoint. */
export const endpointOf = (path: string): string => (path.startsWith('/download/') ? DOWNLOAD : path);

/** Every endpoint that the nodes send requests to. */
export const endpoints = (): readonly string[] => [
	...new Set([...entries().flatMap(({ requests }) => requests.map(({ path }) => path)), DOWNLOAD]),
];

/**
 * Endpoints that only read: a request that failed may be sent again, so one fault must never reach the workflow.
 * By the names of the interface; nothing of this comes from the package.
 */
const READS = new RegExp(
	'/(ls|info|get_[a-z_]+|search|stat|log|history|links|recycle|updates|updates_count|queue_status|' +
		'info_by_member|ent_info|ent_list|ent_daily_stats|attribute|download_url|preview_url|open|' +
		'download/\\*)$',
);
/** Named like a reading, but it makes an authorization. */
const MAKES = /\/get_client_id$/;

/** Whether an endpoint only reads. */
export const isReading = (endpoint: string): boolean => READS.test(endpoint) && !MAKES.test(endpoint);
