import { randomUUID } from 'node:crypto';
import { reference, type OperationEntry } from '../../src/tools/reference';
import type { RestClient } from '../n8n/restClient';

/* Workflows that have one node for each form, as a person finds it who has just added the node. */

/** One form: of an operation, or of a trigger. */
interface Form {
	readonly node: string;
	/** E.g. `File: Upload`; also the name of the node in the workflow. */
	readonly title: string;
	readonly credential: string;
	readonly parameters: Readonly<Record<string, unknown>>;
}

/** A stored workflow with all forms of one node. */
export interface FormWorkflow {
	readonly id: string;
	readonly node: string;
	readonly forms: readonly Form[];
}

const titleOf = (resource: string): string =>
	resource.replace(/([A-Z])/g, ' $1').replace(/^./, (first) => first.toUpperCase());

const formOf = ({ node, resource, operation, name, credential, trigger }: OperationEntry): Form => ({
	node,
	credential,
	title: trigger ? name : `${titleOf(resource)}: ${name}`,
	parameters: trigger ? {} : { resource, operation },
});

/** The forms of all nodes, in the order of the reference (docs/operations.md). */
export const allForms = (): Form[] => reference().map(formOf);

/** Nodes in one row of the canvas. */
const COLUMNS = 10;

/** Stores one workflow for each node type; `credentials` are IDs by credential type. */
export async function storeForms(
	rest: RestClient,
	forms: readonly Form[],
	credentials: Readonly<Record<string, string>>,
): Promise<FormWorkflow[]> {
	const workflows: FormWorkflow[] = [];
	for (const node of new Set(forms.map((form) => form.node))) {
		const own = forms.filter((form) => form.node === node);
		const nodes = own.map(({ title, credential, parameters }, at) => ({
			id: randomUUID(),
			name: title,
			type: `n8n-nodes-file-library.${node}`,
			typeVersion: 1,
			position: [(at % COLUMNS) * 240, Math.floor(at / COLUMNS) * 200],
			parameters,
			credentials: { [credential]: { id: credentials[credential] ?? '', name: credential } },
		}));
		const id = await rest.saveWorkflow({ name: `Forms of ${node}`, nodes, connections: {}, settings: {} });
		workflows.push({ id, node, forms: own });
	}
	return workflows;
}
