import { codes, ServiceFailure } from '../../http/errors';
import type { Enterprise } from './enterprise';

/** doc: grant types of the token endpoint; the last one carries the vendor prefix in its name. */
export type Grant = 'password' | 'refresh_token' | 'exchange_token' | 'signOnKey';

/** An authorization of an enterprise. */
export interface EnterpriseClient {
	readonly kind: 'enterprise';
	readonly clientId: string;
	readonly secret: string;
	readonly title: string;
	readonly enterprise: Enterprise;
	/** Grants it may use at the token endpoint. */
	readonly grants: Set<Grant>;
	/** Expired or disabled. */
	deprecated: boolean;
}

/** An authorization of a partner. */
export interface PartnerClient {
	readonly kind: 'partner';
	readonly clientId: string;
	readonly secret: string;
	readonly title: string;
	/** doc: only authorized agents may order. */
	agent: boolean;
}

export type ApiClient = EnterpriseClient | PartnerClient;

/** A client of an enterprise with all grants. */
export function enterpriseClient(
	clientId: string,
	secret: string,
	title: string,
	enterprise: Enterprise,
): EnterpriseClient {
	return {
		kind: 'enterprise',
		clientId,
		secret,
		title,
		enterprise,
		grants: new Set<Grant>(['password', 'refresh_token', 'exchange_token', 'signOnKey']),
		deprecated: false,
	};
}

/** fact table: 40103 for a client nobody knows. */
export function unknownClient(clientId: string): ServiceFailure {
	return new ServiceFailure(codes.clientUnknown, `client_id '${clientId}' does not exist`);
}
