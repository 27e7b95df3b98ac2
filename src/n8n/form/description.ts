import type { INodeProperties } from 'n8n-workflow';
import type { Choice } from '../../protocol/operation/fields';

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

/* What a node shows under its name on the canvas, in words instead of the values of its parameters. */

/** The operation and the resource of a node, e.g. "Get many: recycle bin". */
export const operationSubtitle =
	'={{ [$parameter["operation"], $parameter["resource"]]' +
	'.map((name) => String(name ?? "").replace(/([A-Z])/g, " $1").toLowerCase()).join(": ")' +
	'.replace(/^./, (first) => first.toUpperCase()) }}';

/** The titles of what is chosen in a parameter with several choices, e.g. "File Created, Restored". */
export function choiceSubtitle(parameter: string, choices: Readonly<Record<string, Choice>>): string {
	const titles = Object.fromEntries(Object.entries(choices).map(([value, { label }]) => [value, label]));
	const chosen = `[].concat($parameter["${parameter}"] ?? [])`;
	return `={{ ${chosen}.map((value) => (${JSON.stringify(titles)})[value] ?? value).join(", ") }}`;
}
