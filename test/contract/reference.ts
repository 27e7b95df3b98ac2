import { reference as made } from '../../src/tools/reference';

/* build/operations.json as programs read it. */

/** One way to give a wire parameter (`parameters`). */
export interface ParameterRow {
	wire: string;
	path: string;
	kind: string;
	required: boolean;
	label: string;
	help: string;
	mode?: string;
	whole?: true;
	multipleValues?: true;
	separator?: string;
	unit?: string;
	factor?: number;
	values?: Record<string, string | null>;
	choices?: string[];
	composed?: true;
	default?: unknown;
	forbid?: string;
	format?: 'date';
	dayOnly?: true;
	empty?: 'clears' | 'refused';
	future?: true;
	showFor?: { field: string; values: readonly string[] };
}

export interface OperationEntry {
	id: string;
	covers: string[];
	node: string;
	resource: string;
	operation: string;
	credential: string;
	name: string;
	summary: string;
	requests: Array<{ method: string; path: string }>;
	parameters: ParameterRow[];
	automatic: string[];
	fields: Array<{ path: string }>;
	paging?: 'offset' | 'cursor' | 'whole';
	simplify?: true;
	waitForCompletion?: true;
	updates?: string[];
	output?: 'binary';
	trigger?: true;
	example: Record<string, unknown>;
}

let text: string | undefined;
const published = (): OperationEntry[] => JSON.parse((text ??= JSON.stringify(made()))) as OperationEntry[];

/** The operations of the published reference. */
export const reference = (): OperationEntry[] => published().filter(({ trigger }) => !trigger);

export const triggers = (): OperationEntry[] => published().filter(({ trigger }) => trigger);
