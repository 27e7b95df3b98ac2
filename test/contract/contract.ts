import openapi from '../../contract/openapi.yaml';

/* Reads openapi.yaml: the contract in the form that tests ask for. Nothing here comes from src or from the emulator. */

export type Schema = Readonly<Record<string, unknown>> & {
	type?: string | string[];
	enum?: Array<string | number>;
	default?: unknown;
	$ref?: string;
	pattern?: string;
	minimum?: number;
	maximum?: number;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	contentSchema?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
	additionalProperties?: Schema | boolean;
	propertyNames?: Schema;
	const?: unknown;
	format?: string;
	'x-separator'?: string;
	'x-item-type'?: string;
	'x-unit'?: string;
	'x-implied-values'?: unknown[];
	/** Fields that deployments send and the document lacks. */
	'x-undocumented'?: Record<string, Schema>;
	/** Another form of a value, of any kind where it names none. */
	'x-also-sent'?: Schema;
};
type Place = 'query' | 'header' | 'form' | 'multipart';
interface WireParameter {
	name: string;
	place: Place;
	required: boolean;
	schema: Schema;
}
export interface ContractOperation {
	id: string;
	family: string;
	method: string;
	path: string;
	credential: string;
	signed: boolean;
	dateline: boolean;
	operator: boolean;
	parameters: ReadonlyMap<string, WireParameter>;
	/** Groups of which exactly one is given (`oneOfRequired`), or at most one. */
	oneOf: string[][];
	oneOfRequired: boolean;
	atMostOneOf: string[][];
	/** Beginning of further parameters that the contract does not name. */
	extraPrefix?: string;
	unsigned: string[];
	/** `maxSize` is null where the contract states none. */
	paging?: { start: string; size: string; defaultSize: number; maxSize: number | null };
	cursor?: { param: string };
	/** JSON pointers into the document: the form schema, and the body of a 200. */
	formPointer?: string;
	answerPointer?: string;
	/** Schema names by the value of a request parameter. */
	answerByValue?: Record<string, Record<string, string>>;
}

interface Raw extends Record<string, unknown> {
	operationId: string;
	tags: string[];
	parameters?: Array<{ name: string; in: Place; required?: boolean; schema: Schema }>;
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
	'x-variants'?: Variant[];
}
interface Variant extends Record<string, unknown> {
	operationId: string;
	required: string[];
	optional?: string[];
	bodySchema?: string;
}
interface Document {
	paths: Record<string, Record<string, Raw>>;
	components: { schemas: Record<string, Schema> };
}

export const document = openapi as Document;
const escaped = (part: string): string => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'));
const FORM = 'application/x-www-form-urlencoded';

/** The schema a `$ref` names. */
const schemaOf = (ref: string): Schema => document.components.schemas[ref.split('/').at(-1) ?? ''] as Schema;
export const resolve = (schema: Schema): Schema => (schema.$ref ? schemaOf(schema.$ref) : schema);

function parametersOf(raw: Raw, variant?: Variant): Map<string, WireParameter> {
	const all: WireParameter[] = (raw.parameters ?? []).map(({ name, in: place, required, schema }) => ({
		name,
		place,
		required: required === true,
		schema,
	}));
	for (const [type, { schema }] of Object.entries(raw.requestBody?.content ?? {})) {
		const body = variant?.bodySchema ? schemaOf(variant.bodySchema) : schema;
		for (const [name, property] of Object.entries(body.properties ?? {})) {
			all.push({
				name,
				place: type === FORM ? 'form' : 'multipart',
				required: (body.required ?? []).includes(name),
				schema: property,
			});
		}
	}
	if (!variant) return new Map(all.map((one) => [one.name, one]));
	const groups = [
		...((variant['x-one-of'] as string[][]) ?? []),
		...((variant['x-at-most-one-of'] as string[][]) ?? []),
	].flat();
	const named = [...variant.required, ...(variant.optional ?? []), ...groups];
	return new Map(
		all
			.filter(({ name }) => named.includes(name))
			.map((one) => [one.name, { ...one, required: variant.required.includes(one.name) }]),
	);
}

function operationOf(path: string, method: string, raw: Raw, variant?: Variant): ContractOperation {
	const x = { ...raw, ...variant } as Record<string, unknown>;
	const pointer = `/paths/${escaped(path)}/${method}`;
	const paging = x['x-paging'] as
		(Omit<Required<ContractOperation>['paging'], 'start'> & { start?: string }) | undefined;
	const answer = raw.responses['200']?.content?.['application/json'];
	const optionalGroups = x['x-one-of-required'] === false ? (x['x-one-of'] as string[][]) : [];
	return {
		id: String(x['operationId']),
		family: raw.tags[0] ?? '',
		method: method.toUpperCase(),
		path,
		credential: String(x['x-credential'] ?? ''),
		signed: x['x-signed'] === true,
		dateline: x['x-dateline'] === true,
		operator: variant ? variant['x-operator'] === true : x['x-operator'] === true,
		parameters: parametersOf(raw, variant),
		oneOf: x['x-one-of-required'] === false ? [] : ((x['x-one-of'] as string[][] | undefined) ?? []),
		oneOfRequired: x['x-one-of-required'] === true,
		atMostOneOf: [
			...(((variant ? variant['x-at-most-one-of'] : x['x-at-most-one-of']) as string[][] | undefined) ?? []),
			...optionalGroups,
		],
		unsigned: (x['x-unsigned-params'] as string[] | undefined) ?? [],
		...(x['x-extra-params-prefix'] ? { extraPrefix: String(x['x-extra-params-prefix']) } : {}),
		...(paging?.start ? { paging: { ...paging, start: paging.start } } : {}),
		...(x['x-cursor'] ? { cursor: x['x-cursor'] as { param: string } } : {}),
		...(raw.requestBody?.content[FORM]
			? { formPointer: `${pointer}/requestBody/content/${escaped(FORM)}/schema` }
			: {}),
		...(answer ? { answerPointer: `${pointer}/responses/200/content/${escaped('application/json')}/schema` } : {}),
		...(x['x-response-by-value']
			? { answerByValue: x['x-response-by-value'] as Record<string, Record<string, string>> }
			: {}),
	};
}

/** Every operation of the contract by its operationId; one with variants is there through them. */
export const operations: ReadonlyMap<string, ContractOperation> = new Map(
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, raw]) => raw.operationId !== undefined)
			.flatMap(([method, raw]) =>
				(raw['x-variants']
					? raw['x-variants'].map((variant) => operationOf(path, method, raw, variant))
					: [operationOf(path, method, raw)]
				).map((op): [string, ContractOperation] => [op.id, op]),
			),
	),
);

/** One operation; throws for an id the contract does not know. */
export function contractOf(id: string): ContractOperation {
	const op = operations.get(id);
	if (!op) throw new Error(`the contract has no operation ${id}`);
	return op;
}

/** Parameters that name and sign the caller in the families of a credential, or the person at sign-on. */
export const IDENTITY = ['org_client_id', 'client_id', 'token', 'ticket', 'dateline', 'sign'];
