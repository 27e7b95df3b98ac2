import addFormats from 'ajv-formats';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { isObject } from '../emulator/http/json';
import { type ContractOperation, document, resolve, type Schema } from './contract';

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats(ajv);
ajv.addFormat('int64', { type: 'number', validate: (value) => Number.isInteger(value) });
ajv.addSchema(document, 'contract');
const compiled = new Map<string, ValidateFunction>();
const validator = (ref: string): ValidateFunction => {
	const known = compiled.get(ref) ?? ajv.compile({ $ref: `contract#${ref}` });
	compiled.set(ref, known);
	return known;
};
const errorsOf = (check: ValidateFunction, value: unknown): string[] =>
	check(value)
		? []
		: (check.errors ?? []).map(
				({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
			);
const allows = (schema: Schema, type: string): boolean =>
	[schema.type].flat().includes(type) || (schema.anyOf ?? []).some((one) => allows(one, type));

/** Where the document gives the empty text a meaning: the top level. */
const EMPTY_MEANS_TOP = ['group_out_ids', 'group_path', 'parent_group_path'];

/** One wire text against the schema of its parameter: digits of integers, JSON by its contentSchema. */
export function parameterProblems(name: string, schema: Schema, text: string): string[] {
	if (allows(schema, 'integer') && !allows(schema, 'string') && !/^-?(0|[1-9]\d*)$/.test(text))
		return [`${name} is no whole number: ${text}`];
	const problems = errorsOf(ajv.compile(schema), valueOf(schema, text)).map(
		(problem) => `${name}: ${problem} in ${text}`,
	);
	if (schema['x-separator'] !== undefined && !(text === '' && EMPTY_MEANS_TOP.includes(name))) {
		for (const part of text.split(schema['x-separator'])) {
			if (part === '') problems.push(`${name} has an empty part: ${text}`);
			if (schema['x-item-type'] === 'integer' && !/^-?\d+$/.test(part))
				problems.push(`${name} has a part that is no number: ${part}`);
		}
	}
	if (schema.contentSchema) problems.push(...jsonProblems(name, schema.contentSchema, text));
	return problems;
}

function jsonProblems(name: string, schema: Schema, text: string): string[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return [`${name} is no JSON: ${text}`];
	}
	if (JSON.stringify(value) !== text) return [`${name} is not compact JSON: ${text}`];
	const check = schema.$ref ? validator(schema.$ref.slice(1)) : ajv.compile(schema);
	return errorsOf(check, value).map((problem) => `${name}: ${problem} in ${text}`);
}

/** A text of the form in its own type; where an integer or the empty text may stand, digits are an integer. */
const valueOf = (schema: Schema, text: string): unknown =>
	allows(schema, 'integer') && (!allows(schema, 'string') || (schema.anyOf && /^-?\d+$/.test(text)))
		? Number(text)
		: text;

/** What the contract has against the parameters of a request: unknown, missing, wrong, none or several of a group. */
export function requestProblems(
	op: ContractOperation,
	sent: Readonly<Record<string, string>>,
	ignore: readonly string[] = [],
): string[] {
	const given = Object.keys(sent);
	const problems = given
		.filter((name) => !op.parameters.has(name) && !(op.extraPrefix && name.startsWith(op.extraPrefix)))
		.map((name) => `unknown parameter ${name}`);
	for (const { name, required, schema } of op.parameters.values()) {
		if (ignore.includes(name)) continue;
		const text = sent[name];
		if (text === undefined) {
			if (required) problems.push(`missing parameter ${name}`);
		} else {
			problems.push(...parameterProblems(name, resolve(schema), text));
		}
	}
	for (const group of op.oneOf) {
		const named = group.filter((name) => given.includes(name));
		if (named.length !== 1) problems.push(`one of ${group.join(', ')} is needed, not ${named.length}`);
	}
	for (const group of op.atMostOneOf) {
		if (group.filter((name) => given.includes(name)).length > 1)
			problems.push(`at most one of ${group.join(', ')}`);
	}
	if (op.formPointer) {
		const typed = Object.fromEntries(
			given.map((name) => [
				name,
				op.parameters.has(name)
					? valueOf(resolve(op.parameters.get(name)?.schema ?? {}), sent[name] ?? '')
					: sent[name],
			]),
		);
		const form = ignore.length ? {} : { form: errorsOf(validator(op.formPointer), typed) };
		problems.push(...(form.form ?? []).map((problem) => `form ${problem}`));
	}
	return problems;
}

/** Everything the contract has against the JSON body of a 200. */
export function answerProblems(
	op: ContractOperation,
	body: unknown,
	sent: Readonly<Record<string, string>> = {},
): string[] {
	for (const [name, schemas] of Object.entries(op.answerByValue ?? {})) {
		const chosen = schemas[sent[name] ?? '0'];
		if (chosen) return errorsOf(validator(`/components/schemas/${chosen}`), body);
	}
	return op.answerPointer ? errorsOf(validator(op.answerPointer), body) : [];
}

/** The schema of the JSON body of a 200, if the contract has one. */
export function answerSchema({ path, method }: ContractOperation): Schema | undefined {
	return document.paths[path]?.[method.toLowerCase()]?.responses['200']?.content?.['application/json']?.schema;
}

/** The members of an answer that its schema does not name. */
export function surplus(declared: Schema, value: unknown, at = ''): string[] {
	const schema = resolve(declared);
	const choice = (schema.anyOf ?? schema.oneOf)?.find((each) => Array.isArray(value) === (each.items !== undefined));
	if (choice) return surplus(choice, value, at);
	if (Array.isArray(value))
		return value.slice(0, 3).flatMap((item, index) => surplus(schema.items ?? {}, item, `${at}/${index}`));
	if (!isObject(value)) return [];
	const { additionalProperties: others } = schema;
	return Object.entries(value).flatMap(([name, member]) => {
		const known = schema.properties?.[name] ?? (typeof others === 'object' ? others : undefined);
		return known ? surplus(known, member, `${at}/${name}`) : [`${at}/${name} is not in the contract`];
	});
}
