import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { keepUpToDate } from './derivedFiles';
import { defined } from '../protocol/wire/json';
import { PROJECT } from './editions';
import { answerPlaces, type Schema } from './answerPlaces';
import { answerTypes } from './answerTypes';
import { fieldKinds } from './fieldKinds';

/*
 * What the catalogue takes from contract/openapi.yaml. Imported first, this writes it to its file before the catalogue
 * is loaded, which reads it.
 */

const CONTRACT = 'src/protocol/contract.ts';

/** An operation of the document, or one of the variants on its address, with what both say. */
interface Operation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly responses: Readonly<
		Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
	>;
	readonly 'x-credential': string;
	readonly 'x-signed': boolean;
	readonly 'x-dateline': boolean;
	readonly 'x-slow'?: true;
	readonly 'x-repeatable'?: boolean;
	readonly 'x-unsigned-params'?: readonly string[];
	readonly 'x-variants'?: ReadonlyArray<Partial<Operation>>;
}
interface Document {
	readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const METHODS = ['get', 'post', 'put'];
const isMethod = (entry: [string, unknown]): entry is [string, Operation] => METHODS.includes(entry[0]);
/** The operations of an address; one with variants is there through them. */
const variantsOf = (operation: Operation): Operation[] =>
	operation['x-variants']?.map((variant) => ({ ...operation, ...variant })) ?? [operation];

/** A chunked upload carries the key of its session, whoever started it. */
const credentialOf = ({ tags, 'x-credential': credential }: Operation): string =>
	tags.includes('chunkedUpload') ? 'uploadSession' : credential;

const answerOf = ({ responses }: Operation): Schema | undefined =>
	responses['200']?.content?.['application/json']?.schema;

/** What the catalogue takes from an operation, but for what src/protocol/operation/request.ts assumes. */
function wireOf(route: string, operation: Operation, { components }: Document) {
	const credential = credentialOf(operation);
	const { 'x-signed': signed, 'x-dateline': dateline, 'x-unsigned-params': unsigned } = operation;
	const answer = answerOf(operation);
	const shape = answer ? answerPlaces(answer, components.schemas) : {};
	return {
		route,
		credential,
		...(signed ? {} : { signed }),
		...(unsigned ? { unsigned } : {}),
		...(dateline === (credential !== 'token') ? {} : { dateline }),
		...defined({ slow: operation['x-slow'], repeatable: operation['x-repeatable'] }),
		...(Object.keys(shape).length ? { shape } : {}),
	};
}

/** Names as lines of a text. */
const wrapped = (names: readonly string[]): string => names.join(' ').replace(/(.{1,116})(?: |$)/g, '\t$1\n');

/** A text of TypeScript as prettier prints it. */
const printed = (input: string): string =>
	execFileSync(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--stdin-filepath', CONTRACT], {
		cwd: PROJECT,
		input,
		encoding: 'utf8',
	});

function contractFile(): string {
	const document = parse(readFileSync(path.join(PROJECT, 'contract/openapi.yaml'), 'utf8')) as Document;
	const operations = Object.entries(document.paths).flatMap(([address, methods]) =>
		Object.entries(methods)
			.filter(isMethod)
			.flatMap(([method, operation]) =>
				variantsOf(operation).map((variant) => [`${method.toUpperCase()} ${address}`, variant] as const),
			),
	);
	const wires = Object.fromEntries(operations.map(([route, one]) => [one.operationId, wireOf(route, one, document)]));
	const { schemas } = document.components;
	const answers = operations.flatMap(([, one]): Array<[string, Schema]> => {
		const answer = answerOf(one);
		return answer ? [[one.operationId, answer]] : [];
	});
	const { numbers, texts } = fieldKinds(
		answers.map(([, answer]) => answer),
		schemas,
	);
	return printed(`import type { ListAnswer, Numeric } from './wire/json';

/* Made of contract/openapi.yaml by npm run generate. */

/** Where each request goes, and how it is signed, by its operationId. */
export const CONTRACT = ${JSON.stringify(wires)} as const;

${answerTypes(answers, schemas)}

/** The names of the fields of answers that are numbers. */
export const NUMBERS = \`
${wrapped(numbers)}\`;
/** The names of the fields of answers that are texts, even where they look like numbers. */
export const TEXTS = \`
${wrapped(texts)}\`;
`);
}

/** The file, if it was stale. */
export const staleContract = keepUpToDate(new Map([[CONTRACT, contractFile()]]));
