import { isObject } from '../emulator/http/json';
import { document, resolve, type ContractOperation, type Schema } from './contract';

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
