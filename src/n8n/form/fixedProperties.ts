import type { INodeProperties } from 'n8n-workflow';

/* Properties that are the same for every operation that has them. */

/** The switch that every operation has which returns a list. */
export const RETURN_ALL: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** Shown while Return All is off. */
export const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
};

/** The switch that every operation has whose answer is simplified. */
export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** What every operation has whose answer may be a queued task. */
export const WAIT_FOR_COMPLETION: INodeProperties = {
	displayName: 'Wait for Completion',
	name: 'waitForCompletion',
	type: 'boolean',
	default: true,
	description: 'Whether to wait for a copy that the service makes in the background',
};

/** Where workflows that were saved before it was an option have it. */
export const FORMER_WAIT: INodeProperties = { ...WAIT_FOR_COMPLETION, type: 'hidden' };

/** An option beside Wait for Completion. */
export const WAIT_LIMIT = {
	displayName: 'Wait at Most (Seconds)',
	name: 'waitLimit',
	type: 'number',
	default: 600,
	typeOptions: { minValue: 1 },
	description: 'How long to wait for completion',
} as const satisfies INodeProperties;

/** How many items of a run are processed at the same time: an option of every operation that works item by item. */
export const CONCURRENCY = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	default: 8,
	typeOptions: { minValue: 1 },
	description:
		'How many items to process in parallel; with 1 each item waits for the previous one. ' +
		'Items that change the same file, named in the same way, keep their order.',
} as const satisfies INodeProperties;

/** An option of every operation of every node: at most a day. */
export const REQUEST_TIMEOUT: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'requestTimeout',
	type: 'number',
	default: 600,
	typeOptions: { minValue: 1, maxValue: 86_400 },
	description:
		'How long to wait while the service sends nothing before a request is given up. ' +
		'Without this option it is mostly 2 minutes, and 10 for changes to whole folders, libraries and members. ' +
		'In uploads and downloads it applies to each request, not to the whole transfer.',
};

/** An option of the tools of operations whose items have many fields. */
export const SELECTED_FIELDS: INodeProperties = {
	displayName: 'Selected Fields',
	name: 'selectedFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. fullpath, modified',
	description: 'Fields that the model gets of each item, separated by commas',
	displayOptions: { show: { '@tool': [true] } },
};

/** Which credential a node that works with one library uses; which is shown, the nodes say, for n8n's linter. */
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
