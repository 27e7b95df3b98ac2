import {
	authorizeEnterprise,
	authorizeLibrary,
	authorizePartner,
	clientCommon,
	libraryCommon,
} from '../auth/clientCaller';
import { authorizeUser, tokenCommon } from '../auth/userCaller';
import { codes, ServiceFailure } from '../http/errors';
import { operationFor } from './operation';

/** Declares an operation that is signed with a library authorization. */
export const libraryOperation = operationFor({ authorize: authorizeLibrary, common: libraryCommon });

/** Declares an operation that is signed by an enterprise. */
export const enterpriseOperation = operationFor({ authorize: authorizeEnterprise, common: clientCommon });

/**
 * Declares a synchronization operation. doc: they require a feature. fact, error codes: 40306 without it.
 * assumed (I20): those with "sync" in their path are meant.
 */
export const syncOperation = operationFor({
	authorize: (request) => {
		const caller = authorizeEnterprise(request);
		if (!caller.enterprise.syncFeature)
			throw new ServiceFailure(codes.noFeature, 'the enterprise account synchronization is not enabled');
		return caller;
	},
	common: clientCommon,
});

/** Declares an operation that is called with a user token. */
export const userOperation = operationFor({ authorize: authorizeUser, common: tokenCommon });

/** Declares an operation that is signed by a partner. */
export const partnerOperation = operationFor({ authorize: authorizePartner, common: clientCommon });
