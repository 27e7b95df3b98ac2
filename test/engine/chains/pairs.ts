import type { OperationEntry, ParameterRow } from '../../contract/reference';
import { withValue } from '../support/library';
import type { Prepared, Produced } from './prepared';
import { flowInto, valueOf, type Flow, type Thing } from './things';

/* Every pair of operations of which the second can take what the first put out. */

/** A parameter that takes something, and the key of an item that it takes. */
interface Taking {
	readonly parameter: ParameterRow;
	readonly flow: Flow;
}
/** A second operation with the item of a first one. */
export interface Pair {
	readonly first: Produced;
	readonly second: OperationEntry;
	readonly taking: Taking;
	/** The parameters of the second, with expressions. */
	readonly parameters: Readonly<Record<string, unknown>>;
}
export const titleOf = ({ first: { producer }, second, taking: { parameter, flow } }: Pair): string =>
	`${producer.node}.${producer.resource}.${producer.operation} → ${second.node}.${second.resource}.${second.operation}: ` +
	`${parameter.path} (${parameter.mode ?? parameter.kind}) = {{ $json.${flow.key} }}`;

/** The parameters that take something, in all their ways. */
const takings = (entry: OperationEntry): Taking[] =>
	entry.parameters.flatMap((parameter): Taking[] => {
		const flow = flowInto(parameter);
		return flow ? [{ parameter, flow }] : [];
	});

/** An expression in the mode of a locator, or in the only row of a list. */
function entered({ parameter: { mode, multipleValues }, flow: { key } }: Taking): unknown {
	const expression = `={{ $json.${key} }}`;
	if (mode !== undefined) return { __rl: true, mode, value: expression };
	return multipleValues ? [expression] : expression;
}

/** Parameters with one of them filled by an expression; rows become one row. */
function filled(parameters: Readonly<Record<string, unknown>>, taking: Taking): Record<string, unknown> {
	const { path } = taking.parameter;
	const row = path.indexOf('[]');
	const list = row < 0 ? undefined : path.slice(0, row);
	const oneRow = list === undefined ? parameters : withoutOtherRows(parameters, list);
	return withValue(oneRow, path, entered(taking));
}
function withoutOtherRows(parameters: Readonly<Record<string, unknown>>, list: string): Record<string, unknown> {
	const [head = '', ...rest] = list.split('.');
	const inside = parameters[head] as Record<string, unknown> | undefined;
	const key = rest.join('.');
	const rows = inside?.[key];
	const first = Array.isArray(rows) ? rows.slice(0, 1) : [{}];
	return { ...parameters, [head]: { ...inside, [key]: first } };
}

/** What contains the things of each kind: named by the same item where it has it. */
const CONTAINERS: readonly Thing[] = ['library'];

/** All pairs with a second operation: one for each item and each way in which a parameter takes it. */
export function pairsWith(second: OperationEntry, { produced }: Prepared): Pair[] {
	const ways = takings(second);
	return ways.flatMap((taking) =>
		produced
			.filter(({ producer, json }) => valueOf(json, producer, taking.flow) !== undefined)
			.map((first): Pair => {
				const containers = ways.filter(
					(way) =>
						CONTAINERS.includes(way.flow.thing) &&
						way.parameter.path !== taking.parameter.path &&
						way.parameter.required &&
						valueOf(first.json, first.producer, way.flow) !== undefined,
				);
				const parameters = [...containers, taking].reduce(filled, { ...second.example });
				return { first, second, taking, parameters };
			}),
	);
}
