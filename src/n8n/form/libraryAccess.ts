import type { INodeProperties } from 'n8n-workflow';
import { libraryRef } from '../../protocol/catalogue/sharedEnterprise';
import { required } from '../../protocol/operation/fields';
import { property } from './properties';

/** The library to work with, where the credential is that of an enterprise. */
export const library = required({ ...libraryRef, help: 'The library to work with' });

/** The first properties of a node that works with one library: whose credential opens it, and which one it is. */
export const libraryAccess: INodeProperties[] = [
	{
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
					'Choose any library of the enterprise; the node gets the authorization of the library by itself',
			},
			{
				name: 'Library Authorization',
				value: 'libraryAuthorization',
				description: 'Work with the one library that the credential opens',
			},
		],
	},
	{ ...property('library', library), displayOptions: { show: { authentication: ['enterprise'] } } },
];
