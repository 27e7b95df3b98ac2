import { codes, ServiceFailure } from '../../http/errors';
import type { Enterprise } from './enterprise';

/** doc: grant types of the token endpoint; the wire name of `signOnKey` begins with the vendor prefix. */
export type Grant = 'password' | 'refresh_token' | 'exchange_token' | 'signOnKey';

/** The authorization of an enterprise. */
export interface EnterpriseClient {
	readonly kind: 'enterprise';
	readonly clientId: string;
	readonly secret: string;
	readonly title: string;
	readonly enterprise: Enterprise;
	/** Grants it may use at the token endpoint. */
	readonly grants: Set<Grant>;
	/** Whether the authorization has expired or was disabled. */
	deprecated: boolean;
}

/** The authorization of a partner. */
export interface PartnerClient {
	readonly kind: 'partner';
	readonly clientId: string;
	readonly secret: string;
	readonly title: string;
	/** doc: only authorized agents may order. */
	agent: boolean;
}

/** Whatever a client_id stands for. */
export type ApiClient = EnterpriseClient | PartnerClient;

/** An enterprise authorization with all grants. */
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

/** fact, error codes: an unknown client_id is 40103. */
export function unknownClient(clientId: string): ServiceFailure {
	return new ServiceFailure(codes.clientUnknown, `client_id '${clientId}' does not exist`);
}
