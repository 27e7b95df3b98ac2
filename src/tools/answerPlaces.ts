import type { AnswerShape } from '../protocol/wire/decode';

/* Where an answer of the contract has lists and maps, which PHP sends in other shapes too. */

/** A schema of the contract, as far as it says what an answer is. */
export interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly anyOf?: readonly Schema[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly additionalProperties?: Schema | boolean;
	readonly required?: readonly string[];
	readonly description?: string;
	readonly 'x-unit'?: string;
	/** Another form of the value that deployments send; of any type without `type`. */
	readonly 'x-also-sent'?: Schema;
	/** Fields that the document lacks and deployments send. */
	readonly 'x-undocumented'?: Readonly<Record<string, Schema>>;
	/** Why a list is no list to be read by pages: one entry for each thing that was asked for. */
	readonly 'x-one-for-each'?: string;
	/** Why an object with certain fields may come as an empty list. */
	readonly 'x-empty-as-list'?: string;
	/** Why a field of this name is taken for a number though it is a text elsewhere. */
	readonly 'x-number-by-name'?: string;
}
/** The schemas that references name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The schema that a reference names. */
export const resolved = (schema: Schema, schemas: Schemas): Schema =>
	schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

/** The entries of an answer that is a list, bare or as `list`, in each of its forms: src/client/paging/pages.ts. */
export function entriesOf(answer: Schema, schemas: Schemas): Array<Schema | undefined> {
	const schema = resolved(answer, schemas);
	return (schema.anyOf ?? [schema]).map((choice) => {
		const { items, properties } = resolved(choice, schemas);
		return items ?? properties?.list?.items;
	});
}

export const isListed = (answer: Schema, schemas: Schemas): boolean =>
	entriesOf(answer, schemas).every((entry) => entry !== undefined);

function placesIn(given: Schema, at: string, schemas: Schemas): Array<[string, 'list' | 'map']> {
	const { anyOf, items, properties, additionalProperties: values, ...rest } = resolved(given, schemas);
	if (anyOf) return anyOf.flatMap((choice) => placesIn(choice, at, schemas));
	if (items) return [[at, 'list'], ...placesIn(items, `${at}[]`, schemas)];
	if (typeof values === 'object') return [[at, 'map'], ...placesIn(values, `${at}{}`, schemas)];
	const fields = Object.entries(properties ?? {}).flatMap(([name, field]) =>
		placesIn(field, at === '' ? name : `${at}.${name}`, schemas),
	);
	return rest['x-empty-as-list'] === undefined ? fields : [[at, 'map'], ...fields];
}

/** The lists and maps in an answer by their paths; none in an answer that is a list itself. */
export const answerPlaces = (answer: Schema, schemas: Schemas): AnswerShape =>
	isListed(answer, schemas) ? {} : Object.fromEntries(placesIn(answer, '', schemas));
