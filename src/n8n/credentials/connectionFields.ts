import type { INodeProperties } from 'n8n-workflow';

/** Where the service is: the first field of every credential type. */
export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://files.example.com',
	description: 'Address of the service, without /m-open or /m-api',
};

/** How to talk to the service: the last fields of every credential type. */
export const connection: INodeProperties[] = [
	{
		displayName: 'Vendor Prefix',
		name: 'vendorPrefix',
		type: 'string',
		default: 'svc',
		description:
			'Prefix that the deployment uses in header and event names. ' +
			'Keep svc unless the operator of the service says otherwise.',
	},
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'allowUnauthorizedCerts',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if SSL certificate validation is not possible',
	},
	{
		displayName: 'Allow HTTP Servers (Insecure)',
		name: 'allowHttpServers',
		type: 'boolean',
		default: false,
		description:
			'Whether upload, download and preview servers may be used without encryption (http) ' +
			'although the Base URL begins with https',
	},
];
