import { catalogue } from '.';
import { pathOf, requestsOf, type AuthKind, type ServiceRequest } from '../operation/define';

/** Every request that the catalogue declares, including those that only composite operations send. */
const allRequests: readonly ServiceRequest[] = [...new Set(catalogue.flatMap(requestsOf))];

/**
 * The request that the catalogue declares for an address, found by the end of its path: a Base URL may have a path of
 * its own. `kinds` are the secrets it may be signed with. Undefined for an address that is not part of the interface.
 */
export const requestAt = (address: string, kinds: readonly AuthKind[]): ServiceRequest | undefined =>
	allRequests.find(
		(request) => kinds.some((kind) => kind === request.credential) && address.endsWith(pathOf(request)),
	);
