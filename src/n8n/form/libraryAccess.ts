import type { INodeProperties } from 'n8n-workflow';
import { libraryRef } from '../../protocol/catalogue/sharedEnterprise';
import type { AnyOperation } from '../../protocol/operation/define';
import { required } from '../../protocol/operation/fields';
import { fieldProperty } from './fieldProperty';

/** The library that a node works with, where its credential is that of an enterprise. */
export const libraryField = required({ ...libraryRef, help: 'The library to work with' });

/**
 * Shows the credential of library authorization. undefined: parameters that were saved without their defaults, by a
 * program or before there was a choice.
 */
export const forLibrary = { displayOptions: { show: { authentication: ['libraryAuthorization', undefined] } } };
/** Shows the credential of an enterprise, and what only it needs. */
export const forEnterprise = { displayOptions: { show: { authentication: ['enterprise'] } } };

const AUTHENTICATION: INodeProperties = {
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

/** The operations that name their libraries themselves, in place of the one of the node (Mirror). */
const withOwnLibraries = (ops: readonly AnyOperation[]): string[] =>
	ops.filter(({ input }) => 'sourceLibrary' in input).map(({ operation }) => operation);

/**
 * The first properties of a node that works with one library: which credential opens it, and which one it is. `ops` are
 * its operations, if it has a choice of them.
 */
export function libraryAccess(ops: readonly AnyOperation[] = []): INodeProperties[] {
	const operation = withOwnLibraries(ops);
	const hide = operation.length > 0 ? { hide: { operation } } : {};
	const library = fieldProperty('library', libraryField);
	return [AUTHENTICATION, { ...library, displayOptions: { ...forEnterprise.displayOptions, ...hide } }];
}
