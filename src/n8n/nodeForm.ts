import { builtFile } from './context/builtFile';
import { formFrom } from './form/formJson';
import type * as NodeForms from './form/nodeForms';

/**
 * The form of a node: what the build wrote, or in the source what the catalogue says. A new object each time, because
 * n8n changes it.
 */
export function nodeForm(node: NodeForms.NodeName): NodeForms.NodeForm {
	const built = builtFile(`forms/${node}`);
	return built === undefined
		? (module.require('./form/nodeForms') as typeof NodeForms).nodeForm(node)
		: formFrom(built);
}

/** What a trigger shows under its name; n8n's rules want it in the file of the node. */
export const subtitleOf = (node: NodeForms.NodeName): string => nodeForm(node).subtitle ?? '';
