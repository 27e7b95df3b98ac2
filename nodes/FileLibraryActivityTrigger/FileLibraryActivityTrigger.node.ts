import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { IN_FORM, enterpriseSearch, enterpriseTests, nodeForm, pollActivities } from '../../src/lazy';

/** Starts a workflow on what people do in an enterprise, with one item for each entry of its logs. */
export class FileLibraryActivityTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'File Library Activity Trigger',
		name: 'fileLibraryActivityTrigger',
		icon: {
			light: 'file:../../icons/fileLibraryTrigger.svg',
			dark: 'file:../../icons/fileLibraryTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: IN_FORM,
		description: 'Starts the workflow on what people do: downloads, previews, external links and other activities',
		defaults: { name: 'File Library Activity Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'One item for each activity in an enterprise: event, time, member_name, account, fullpath, org_id. ' +
				'Count them by account to find mass downloads.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'fileLibraryEnterpriseApi', required: true, testedBy: 'enterpriseTest' }],
		...nodeForm('fileLibraryActivityTrigger'),
	};

	methods = { listSearch: enterpriseSearch, credentialTest: enterpriseTests };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollActivities(this);
	}
}
