import { document, resolve, type ContractOperation, type Schema } from '../../contract/contract';

/** Schema at a JSON pointer of the contract. */
function schemaAt(pointer: string): Schema {
	const parts = pointer.slice(1).split('/');
	const unescaped = (part: string) => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~');
	return parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[unescaped(part)], document) as Schema;
}

/** An answer that satisfies the contract; `{}` for an operation that answers nothing. */
export const sampleAnswer = ({ answerPointer }: ContractOperation): unknown =>
	answerPointer ? sample(schemaAt(answerPointer)) : {};

/** A value that satisfies a schema of the contract: every named field is there, lists have one entry. */
export function sample(given: Schema): unknown {
	const schema = resolve(given);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum[0];
	const alternative = schema.anyOf?.[0] ?? schema.oneOf?.[0];
	if (alternative) return sample(alternative);
	if (schema.allOf)
		return Object.assign({}, ...schema.allOf.map(sample), schema.properties ? fields(schema) : {}) as unknown;
	switch ([schema.type].flat()[0]) {
		case 'object':
			return fields(schema);
		case 'array':
			return schema.items ? [sample(schema.items)] : [];
		case 'integer':
		case 'number':
			return Math.max(Number(schema.minimum ?? 1), 1);
		case 'boolean':
			return false;
		case 'null':
			return null;
		default:
			return schema.pattern === '^[0-9a-f]{40}$' ? '0'.repeat(40) : 'sample';
	}
}

function fields(schema: Schema): Record<string, unknown> {
	const named = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sample(property)]);
	const more =
		typeof schema.additionalProperties === 'object'
			? [
					[
						(schema.propertyNames && resolve(schema.propertyNames).enum?.[0]) ?? '1',
						sample(schema.additionalProperties),
					],
				]
			: [];
	return Object.fromEntries([...named, ...more]) as Record<string, unknown>;
}
