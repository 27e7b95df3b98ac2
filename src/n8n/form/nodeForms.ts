import type { INodeTypeDescription } from 'n8n-workflow';
import { type ActionNode, operationsByNode } from '../../protocol/catalogue';
import { activityTrigger, changeTrigger } from '../../protocol/catalogue/triggers';
import { previewTrigger } from '../../protocol/catalogue/viewerPages';
import { libraryAccess } from './libraryAccess';
import { outputNotices } from './outputNotices';
import { propertiesOf, triggerProperties } from './properties';
import { choiceSubtitle } from './subtitles';

/** What a node's description takes from the catalogue: its properties, what n8n says of them, a trigger's subtitle. */
export type NodeForm = Pick<INodeTypeDescription, 'hints' | 'properties' | 'sensitiveOutputFields' | 'subtitle'>;

/** `first` is the resource that a new node shows. */
function actionForm(node: ActionNode, first: string): NodeForm {
	const operations = operationsByNode[node];
	return {
		...outputNotices(operations),
		properties: [...(node === 'fileLibrary' ? libraryAccess(operations) : []), ...propertiesOf(operations, first)],
	};
}

const FORMS = {
	fileLibrary: () => actionForm('fileLibrary', 'file'),
	fileLibraryAdmin: () => actionForm('fileLibraryAdmin', 'library'),
	fileLibraryPartner: () => actionForm('fileLibraryPartner', 'enterprise'),
	fileLibraryUser: () => actionForm('fileLibraryUser', 'file'),
	fileLibraryActivityTrigger: () => ({
		subtitle: choiceSubtitle('events', activityTrigger.input.events.choices),
		properties: triggerProperties(activityTrigger),
	}),
	fileLibraryPreviewTrigger: () => ({
		subtitle: choiceSubtitle('events', previewTrigger.input.events.choices),
		properties: [...libraryAccess(), ...triggerProperties(previewTrigger)],
	}),
	fileLibraryTrigger: () => ({
		subtitle: choiceSubtitle('events', changeTrigger.input.events.choices),
		properties: [...libraryAccess(), ...triggerProperties(changeTrigger)],
	}),
} as const satisfies Readonly<Record<string, () => NodeForm>>;

/** The nodes of the package, by the names that n8n knows them by. */
export type NodeName = keyof typeof FORMS;
export const NODE_NAMES = Object.keys(FORMS) as NodeName[];

/** The form of a node, made anew each time, because n8n changes what it gets. */
export const nodeForm = (node: NodeName): NodeForm => FORMS[node]();
