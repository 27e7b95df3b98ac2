import type { INodeProperties } from 'n8n-workflow';
import { flag, int, text, top } from '../../protocol/operation/fields';

/* What every form has besides the fields of its operations, or those that it applies to. */

/** n8n's own switch, in the form of a tool only. */
export const TOOL = '@tool';

/** Settings of the node itself, as fields are declared in the catalogue. */
export const SETTINGS = {
	returnAll: top.flag(['Return All', 'Whether to return all results or only up to a given limit'], {
		default: false,
	}),
	limit: top.int('Max number of results to return', {
		default: 50,
		min: 1,
		showFor: { field: 'returnAll', values: ['false'] },
	}),
	simplify: top.flag('Whether to return a simplified version of the response instead of the raw data', {
		default: true,
	}),
	/** Where the answer may be a queued task. Earlier versions saved it at the top. */
	waitForCompletion: flag(
		['Wait for Completion', 'Whether to wait for a copy that the service makes in the background'],
		{ default: true },
	),
	waitLimit: int(['Wait at Most (Seconds)', 'How long to wait for completion'], { default: 600, min: 1 }),
	/** How many items of a run are processed at the same time: of every operation that works item by item. */
	concurrency: int(
		'How many items to process in parallel; with 1 each item waits for the previous one. ' +
			'Items that change the same file, named in the same way, keep their order.',
		{ default: 8, min: 1 },
	),
	/** Of every operation of every node: at most a day. */
	requestTimeout: int(
		[
			'Timeout (Seconds)',
			'How long to wait while the service sends nothing before a request is given up. ' +
				'Without this option it is mostly 2 minutes, and 10 for changes to whole folders, libraries and ' +
				'members. In uploads and downloads it applies to each request, not to the whole transfer.',
		],
		{ default: 600, min: 1, max: 86_400 },
	),
	/** Of the tools of operations whose items have many fields. */
	selectedFields: text('Fields that the model gets of each item, separated by commas', {
		placeholder: 'e.g. fullpath, modified',
		showFor: { field: TOOL, values: ['true'] },
	}),
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
