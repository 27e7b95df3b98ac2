import { document, resolve, type ContractOperation, type Schema } from './contract';
import { bare, either, fieldAt, optionalAt, place, together, type Kind, type Shape } from './shape';

/* The shapes of answers as openapi.yaml describes them, with what it knows of deployments. */

const KINDS: Readonly<Record<string, Kind>> = {
	string: 'string',
	number: 'number',
	integer: 'number',
	boolean: 'boolean',
};

function objectShape(object: Schema, at: string): Shape {
	const { properties, required, additionalProperties, 'x-undocumented': more } = object;
	const fields = Object.entries({ ...properties, ...more }).map(([name, schema]) => {
		const inside = shapeOf(schema, fieldAt(at, name));
		return required?.includes(name) ? inside : optionalAt(fieldAt(at, name), inside);
	});
	const values = typeof additionalProperties === 'object' ? [shapeOf(additionalProperties, `${at}{}`)] : [];
	return together([...(at === '' ? [] : [place(at, 'object')]), ...fields, ...values]);
}

function shapeOf({ 'x-also-sent': other, ...given }: Schema, at: string): Shape {
	if (other)
		return other.type === undefined ? place(at, undefined) : either([shapeOf(given, at), shapeOf(other, at)]);
	const schema = resolve(given);
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return either(choices.map((one) => shapeOf(one, at)));
	if (schema.properties || schema.additionalProperties) return objectShape(schema, at);
	if (schema.items) {
		const entries = shapeOf(schema.items, `${at}[]`);
		return at === '' ? entries : together([place(at, 'array'), entries]);
	}
	const types = [schema.type ?? []].flat();
	return types.length ? either(types.map((type) => place(at, KINDS[type]))) : place(at, undefined);
}

/** The fields of the body of a 200; undefined where the contract shows none. */
export function contractShape({ path, method }: ContractOperation): Shape | undefined {
	const body = document.paths[path]?.[method.toLowerCase()]?.responses['200']?.content?.['application/json'];
	if (!body) return undefined;
	const choices = body.schema.anyOf ?? [body.schema];
	return either(choices.map((one) => bare(shapeOf(one, ''))));
}
