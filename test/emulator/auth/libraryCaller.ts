import { codes, ServiceFailure } from '../http/errors';
import { int } from '../http/parameters';
import type { Library } from '../store/library/library';
import type { Authorization, World } from '../world/world';
import { need, requireFresh, requireSignature, type SignedRequest } from './verify';

/** doc: parameters of every library file operation. */
export const libraryCommon = ['org_client_id', 'dateline', 'sign'] as const;

/** The caller of a library operation: the library that its authorization is for. */
export interface LibraryCaller {
	readonly library: Library;
	readonly orgClientId: string;
}

/** fact, error codes: an unknown org_client_id is 40103. */
function authorizationOf(world: World, orgClientId: string): Authorization {
	const authorization = world.authorizations.get(orgClientId);
	if (!authorization) throw new ServiceFailure(codes.clientUnknown, `org_client_id '${orgClientId}' does not exist`);
	return authorization;
}

/** The library of an org_client_id, for requests that are not signed. Throws 40103. */
export function libraryBehind(world: World, orgClientId: string): Library {
	return authorizationOf(world, orgClientId).library;
}

/** The caller of a signed library operation. Throws 40003, 40103 and 401041. */
export function authorizeLibrary(request: SignedRequest): LibraryCaller {
	const orgClientId = need(request.raw, 'org_client_id');
	need(request.raw, 'sign');
	const dateline = int(0)(need(request.raw, 'dateline'), 'dateline');
	const { library, orgClientSecret } = authorizationOf(request.world, orgClientId);
	requireSignature(request, orgClientSecret);
	requireFresh(request.world, dateline);
	return { library, orgClientId };
}
