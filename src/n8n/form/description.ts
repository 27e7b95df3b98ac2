import type { INodeProperties } from 'n8n-workflow';

/* Which credential a node that works with one library uses. */

/** Shows what only an enterprise needs. Which credential is shown, the nodes say in place, for n8n's linter. */
export const forEnterprise = { authentication: ['enterprise'] };

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

/* What n8n tells a model once for all operations of a node, in place of the options that each of them leaves out. */

export const OPTIONS_OF_ALL =
	'Options of every operation: requestTimeout (seconds without an answer), concurrency (items at the same time). ' +
	'Of those with dryRun: deletionLimit (percent), deletionLimitCount. Of copies: waitLimit (seconds). ' +
	'Of tools that simplify: selectedFields.';
export const FILTERS_OF_ALL =
	'Mirror, Download as ZIP and Restore to a Time have the filters of Folder: Get Many. ' +
	'Links take intranet: true for one of the internal network.';
export const OPTIONS_OF_LIBRARY =
	`${OPTIONS_OF_ALL} Of changes: operatorId or operatorName (the author). ${FILTERS_OF_ALL} ` +
	'Link: Close Many has those of Link: Get Many.';
