import {
	authorizeEnterprise,
	authorizeLibrary,
	authorizePartner,
	clientCommon,
	libraryCommon,
} from '../auth/clientCaller';
import { authorizeUser, tokenCommon } from '../auth/userCaller';
import { operationFor } from './operation';

/** Declares an operation that is signed with a library authorization. */
export const libraryOperation = operationFor({ authorize: authorizeLibrary, common: libraryCommon });

/**
 * Declares an operation that is signed by an enterprise. doc: synchronization requires a feature; every enterprise has
 * it.
 */
export const enterpriseOperation = operationFor({ authorize: authorizeEnterprise, common: clientCommon });

/** Declares an operation that is called with a user token. */
export const userOperation = operationFor({ authorize: authorizeUser, common: tokenCommon });

/** Declares an operation that is signed by a partner. */
export const partnerOperation = operationFor({ authorize: authorizePartner, common: clientCommon });
