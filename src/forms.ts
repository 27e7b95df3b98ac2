import { libraryAccess, actionForm, libraryForm, type NodeForm, triggerForm } from './n8n/form/nodeForms';
import { operationsByNode, triggersByNode } from './entries';

/* The forms of the nodes, made of their entries: the build writes them as JSON, the source makes them when asked. */

const FORMS = {
	fileLibrary: () => libraryForm(operationsByNode.fileLibrary, 'file'),
	fileLibraryAdmin: () => actionForm(operationsByNode.fileLibraryAdmin, 'library'),
	fileLibraryPartner: () => actionForm(operationsByNode.fileLibraryPartner, 'enterprise'),
	fileLibraryUser: () => actionForm(operationsByNode.fileLibraryUser, 'file'),
	fileLibraryActivityTrigger: () => triggerForm(triggersByNode.fileLibraryActivityTrigger),
	fileLibraryPreviewTrigger: () => triggerForm(triggersByNode.fileLibraryPreviewTrigger, libraryAccess()),
	fileLibraryTrigger: () => triggerForm(triggersByNode.fileLibraryTrigger, libraryAccess()),
} as const satisfies Readonly<Record<string, () => NodeForm>>;

/** The nodes of the package, by the names that n8n knows them by. */
export type NodeName = keyof typeof FORMS;
export const NODE_NAMES = Object.keys(FORMS) as NodeName[];

/** The form of a node, made anew each time, because n8n changes what it gets. */
export const nodeForm = (node: NodeName): NodeForm => FORMS[node]();
