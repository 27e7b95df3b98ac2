import path from 'node:path';
import ts from 'typescript';
import { bare, either, fieldAt, nullableAt, optionalAt, place, together, type Kind, type Shape } from './shape';

/* The shapes of answers as the catalogue types them: types are gone at run time, so the compiler is asked. */

const SOURCE = path.join(__dirname, '..', '..', 'src');
const CATALOGUE = path.join(SOURCE, 'protocol', 'catalogue');
/** Whether a file declares operations: a family of the catalogue, or the entries of a feature. */
const isDeclaring = ({ fileName }: ts.SourceFile): boolean =>
	path.dirname(fileName) === CATALOGUE ||
	(fileName.startsWith(path.join(SOURCE, 'features')) && path.basename(fileName) === 'entries.ts');

/** Without the types of Node.js, which take longer than everything else. */
const program = ts.createProgram([path.join(SOURCE, 'entries.ts')], {
	target: ts.ScriptTarget.ES2022,
	lib: ['lib.es2023.d.ts'],
	module: ts.ModuleKind.Node16,
	moduleResolution: ts.ModuleResolutionKind.Node16,
	strict: true,
	exactOptionalPropertyTypes: true,
	types: [],
	noEmit: true,
	skipLibCheck: true,
});
const checker = program.getTypeChecker();

/*
 * The compiler sorts the parts of a union by when it first meets them, so it is shown all types in one order: otherwise
 * any edit might change the order of fields in a schema.
 */
for (const { fileName, statements } of program.getSourceFiles().toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1)))
	if (fileName.startsWith(SOURCE)) statements.filter(ts.isTypeAliasDeclaration).forEach(checker.getTypeAtLocation);

const has = ({ flags }: ts.Type, wanted: ts.TypeFlags): boolean => (flags & wanted) !== 0;
const isOptional = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) !== 0;
function kindOf(type: ts.Type): Kind | undefined {
	if (has(type, ts.TypeFlags.StringLike)) return 'string';
	if (has(type, ts.TypeFlags.NumberLike)) return 'number';
	return has(type, ts.TypeFlags.BooleanLike) ? 'boolean' : undefined;
}

const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Null;
/** The alternatives of a type without null and undefined, which are no shapes. */
const partsOf = (type: ts.Type): ts.Type[] =>
	(type.isUnion() ? type.types : [type]).filter((part) => !has(part, NOTHING));

/** Properties in the order of their declarations; those of a union of names, which have none, by these names. */
function propertiesOf(type: ts.Type): ts.Symbol[] {
	const properties = checker.getPropertiesOfType(type);
	const named = properties.filter(({ declarations }) => declarations === undefined);
	const sorted = named.toSorted((a, b) => (a.name < b.name ? -1 : 1)).values();
	return properties.map((property) => (property.declarations ? property : (sorted.next().value ?? property)));
}

function objectShape(type: ts.Type, at: string): Shape {
	const fields = propertiesOf(type).map((property) => {
		const inside = shapeOf(checker.getTypeOfSymbol(property), fieldAt(at, property.name));
		return isOptional(property) ? optionalAt(fieldAt(at, property.name), inside) : inside;
	});
	const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
	// PHP sends a list as a map where its numbers have gaps (client facts 5.16).
	const inside = values ? [shapeOf(values, at === 'list' ? 'list[]' : `${at}{}`)] : [];
	return together([...(at === '' ? [] : [place(at, 'object')]), ...fields, ...inside]);
}

function partShape(type: ts.Type, at: string): Shape | undefined {
	if (!has(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return place(at, kindOf(type));
	if (!checker.isArrayType(type)) return objectShape(type, at);
	const [element] = checker.getTypeArguments(type as ts.TypeReference);
	// `never[]` is the empty list that PHP sends for an empty map.
	if (!element || has(element, ts.TypeFlags.Never)) return undefined;
	const entries = shapeOf(element, `${at}[]`);
	return at === '' ? entries : together([place(at, 'array'), entries]);
}

const isNullable = (type: ts.Type): boolean =>
	(type.isUnion() ? type.types : [type]).some((part) => has(part, ts.TypeFlags.Null));

function shapeOf(type: ts.Type, at: string): Shape {
	const shape = either(partsOf(type).flatMap((part) => partShape(part, at) ?? []));
	return isNullable(type) ? nullableAt(at, shape) : shape;
}

/** The fields of a type; undefined for `unknown`. */
const answerShape = (type: ts.Type): Shape | undefined =>
	has(type, ts.TypeFlags.Unknown)
		? undefined
		: either(
				partsOf(type)
					.flatMap((part) => bare(partShape(part, '') ?? new Map()) ?? [])
					.filter(({ size }) => size),
			);

/** What `operation('id', …, { … })`, `request('id', …)` or `ownOperation('id', …)` declares: the id, and the object. */
function declarationIn(call: ts.Expression | undefined): { id?: string; literal?: ts.ObjectLiteralExpression } {
	if (!call || !ts.isCallExpression(call)) return {};
	const literal = call.arguments.find(ts.isObjectLiteralExpression);
	const [first] = call.arguments;
	return { ...(first && ts.isStringLiteral(first) ? { id: first.text } : {}), ...(literal ? { literal } : {}) };
}

/** The id of a declared operation or request, and the type argument of `property`. */
function declared(declaration: ts.VariableDeclaration, property: string): [id: string, answer: ts.Type] | undefined {
	const { id, literal } = declarationIn(declaration.initializer);
	// An operation infers its answer, not its items.
	const place = property === 'items' ? literal : declaration.name;
	const output = place && checker.getTypeAtLocation(place).getProperty(property);
	if (id === undefined || !output) return undefined;
	const type = checker.getNonNullableType(checker.getTypeOfSymbol(output));
	const [answer] = checker.getTypeArguments(type as ts.TypeReference);
	return answer && [id, answer];
}

/** The shapes of the answers (`output`) or items that the catalogue declares, by operationId. */
export function declaredShapes(property: 'output' | 'items' = 'output'): ReadonlyMap<string, Shape | undefined> {
	const files = program.getSourceFiles().filter(isDeclaring);
	return new Map(
		files
			.flatMap(({ statements }) => [...statements])
			.filter(ts.isVariableStatement)
			.flatMap(({ declarationList }) => [...declarationList.declarations])
			.flatMap((declaration) => {
				const found = declared(declaration, property);
				return found ? [[found[0], answerShape(found[1])] as const] : [];
			}),
	);
}
