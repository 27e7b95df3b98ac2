import { createHash } from 'node:crypto';
import type { Account } from './account';

/**
 * A digest of what a saved state belongs to: with another service, library, enterprise or start, reading starts over.
 * A renewed or another secret of the same account changes nothing.
 */
export function stateSource(account: Account, start: object): string {
	const client = account.kind === 'token' ? '' : account.clientId;
	return createHash('sha1')
		.update(JSON.stringify([account.baseUrl, client, start]))
		.digest('base64url');
}
