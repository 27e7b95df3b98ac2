import type { INodeTypeDescription } from 'n8n-workflow';
import { operationsByNode } from '../protocol/catalogue';
import { activityTrigger } from '../protocol/catalogue/activityTrigger';
import { changeTrigger } from '../protocol/catalogue/changeTrigger';
import { previewTrigger } from '../protocol/catalogue/viewerPage';
import { libraryAccess } from './form/libraryAccess';
import { outputNotices } from './form/outputNotices';
import { propertiesOf, triggerProperties } from './form/properties';
import { choiceSubtitle } from './form/subtitles';

/* The parts of the nodes' descriptions that are derived from the catalogue. */

/** What a node takes from the catalogue: its properties, and what n8n says of them. */
export type NodeForm = Pick<INodeTypeDescription, 'hints' | 'properties' | 'sensitiveOutputFields'>;

const { fileLibrary, fileLibraryAdmin, fileLibraryPartner, fileLibraryUser } = operationsByNode;

/** How the form of each node is made. */
const FORMS = {
	fileLibrary: () => ({
		...outputNotices(fileLibrary),
		properties: [...libraryAccess(fileLibrary), ...propertiesOf(fileLibrary, 'file')],
	}),
	fileLibraryAdmin: () => ({
		...outputNotices(fileLibraryAdmin),
		properties: propertiesOf(fileLibraryAdmin, 'library'),
	}),
	fileLibraryPartner: () => ({
		...outputNotices(fileLibraryPartner),
		properties: propertiesOf(fileLibraryPartner, 'enterprise'),
	}),
	fileLibraryUser: () => ({
		...outputNotices(fileLibraryUser),
		properties: propertiesOf(fileLibraryUser, 'file'),
	}),
	fileLibraryActivityTrigger: () => ({
		properties: triggerProperties(activityTrigger),
	}),
	fileLibraryPreviewTrigger: () => ({
		properties: [...libraryAccess(), ...triggerProperties(previewTrigger)],
	}),
	fileLibraryTrigger: () => ({
		properties: [...libraryAccess(), ...triggerProperties(changeTrigger)],
	}),
} as const satisfies Readonly<Record<string, () => NodeForm>>;

/** The nodes of the package, by the names that n8n knows them by. */
export type NodeName = keyof typeof FORMS;
export const NODE_NAMES = Object.keys(FORMS) as NodeName[];

/** The form of a node, made anew each time, because n8n changes what it gets. */
export const nodeForm = (node: NodeName): NodeForm => FORMS[node]();

/** What each trigger shows under its name: the titles of its events. */
export const SUBTITLES = {
	fileLibraryActivityTrigger: choiceSubtitle('events', activityTrigger.input.events.choices),
	fileLibraryPreviewTrigger: choiceSubtitle('events', previewTrigger.input.events.choices),
	fileLibraryTrigger: choiceSubtitle('events', changeTrigger.input.events.choices),
} as const satisfies { readonly [N in NodeName]?: string };

/** The triggers of the package. */
export type TriggerName = keyof typeof SUBTITLES;

/** What a trigger shows under its name. */
export const subtitleOf = (node: TriggerName): string => SUBTITLES[node];
