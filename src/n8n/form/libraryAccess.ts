import type { INodeProperties } from 'n8n-workflow';
import { libraryRef } from '../../protocol/catalogue/sharedEnterprise';
import type { AnyOperation } from '../../protocol/operation/define';
import { required } from '../../protocol/operation/fields';
import { AUTHENTICATION, forEnterprise } from './description';
import { fieldProperty } from './fieldProperty';

/** The library that a node works with, where its credential is that of an enterprise. */
export const libraryField = required({ ...libraryRef, help: 'The library to work with' });

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
