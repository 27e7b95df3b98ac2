import { entriesOf, isListed, resolved, type Schema, type Schemas } from './answerPlaces';

/* What the fields of answers are by their names: numbers, or texts even where they look like numbers. */

type Kind = 'number' | 'text';

/** A field that may be either is a text: an ID. */
function kindOf({ type }: Schema): Kind | undefined {
	const types = [type ?? []].flat();
	if (types.includes('string')) return 'text';
	return types.includes('integer') || types.includes('number') ? 'number' : undefined;
}

type Field = readonly [name: string, schema: Schema];

function fieldsIn(given: Schema, schemas: Schemas): Field[] {
	const { anyOf, items, properties, additionalProperties: values } = resolved(given, schemas);
	const inside = [...(anyOf ?? []), ...(items ? [items] : []), ...(typeof values === 'object' ? [values] : [])];
	return [
		...inside.flatMap((one) => fieldsIn(one, schemas)),
		...Object.entries(properties ?? {}).flatMap(([name, field]): Field[] => [
			[name, resolved(field, schemas)],
			...fieldsIn(field, schemas),
		]),
	];
}

/** The fields of an answer, without those that stand beside the entries of a list. */
const entryFields = (answer: Schema, schemas: Schemas): Field[] =>
	(isListed(answer, schemas) ? entriesOf(answer, schemas) : [answer]).flatMap((one) => fieldsIn(one ?? {}, schemas));

/** The names of the fields of all answers that are numbers, and of those that are texts. */
export function fieldKinds(answers: readonly Schema[], schemas: Schemas): { numbers: string[]; texts: string[] } {
	const fields = answers.flatMap((answer) => entryFields(answer, schemas));
	const isKind = (kind: Kind, name: string): boolean =>
		fields.every(([other, schema]) => other !== name || kindOf(schema) === kind);
	const names = [...new Set(fields.map(([name]) => name))].sort();
	const certain = new Set(
		fields.flatMap(([name, schema]) => (schema['x-number-by-name'] === undefined ? [] : [name])),
	);
	return {
		numbers: names.filter((name) => certain.has(name) || isKind('number', name)),
		texts: names.filter((name) => isKind('text', name)),
	};
}
