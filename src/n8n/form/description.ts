import type { INodeProperties } from 'n8n-workflow';

/* Which credential a node that works with one library uses. */

/**
 * Shows the credential of library authorization. undefined: parameters that were saved without their defaults, by a
 * program or before there was a choice.
 */
export const forLibrary = { displayOptions: { show: { authentication: ['libraryAuthorization', undefined] } } };
/** Shows the credential of an enterprise, and what only it needs. */
export const forEnterprise = { displayOptions: { show: { authentication: ['enterprise'] } } };

/** The choice between both. */
export const AUTHENTICATION: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	default: 'libraryAuthorization',
	options: [
		{
			name: 'Enterprise',
			value: 'enterprise',
			description:
				"Work with any library of the enterprise; the node obtains the library's authorization automatically",
		},
		{
			name: 'Library Authorization',
			value: 'libraryAuthorization',
			description: 'Work with the one library that the credential opens',
		},
	],
};
