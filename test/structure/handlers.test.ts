import ts from 'typescript';
import * as handlers from '../../src/n8n/execute/handlers';
import { catalogue } from '../../src/protocol/catalogue';
import { read, sourcesIn } from './imports';

/*
 * An operation differs from others by what its entry and its handler say. Code that serves all operations asks these
 * two, and does not know one from another.
 */

const ROOM = 'src/n8n/operations/';

const wanted = new Set(catalogue.flatMap(({ handler }) => handler ?? []));
const filesWithHandlers = sourcesIn(ROOM).filter((file) => /^export const handler\b/m.test(read(file)));

test('each handler is listed under the path of its file, and some operation asks for it', () => {
	const paths = filesWithHandlers.map((file) => file.slice(ROOM.length, -'.ts'.length)).sort();
	expect(paths.length).toBeGreaterThan(15);
	expect(Object.keys(handlers).sort()).toEqual(paths);
	expect([...wanted].sort()).toEqual(paths);
	const list = read('src/n8n/execute/handlers.ts');
	for (const path of paths) expect(list).toContain(`export { handler as '${path}' } from '../operations/${path}';`);
});

/** Fields of an entry that name it. `id` is a name of other things, too. */
const NAMES = ['handler', 'operation', 'resource', 'id'];
/** What the code calls an entry. */
const ENTRY = /^(?:op|operation|entry)$/;

const nameOf = (node: ts.Expression): string =>
	ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '';

const receiverOf = (node: ts.Expression): ts.Expression =>
	ts.isPropertyAccessExpression(node) ? node.expression : node;

/** Whether an expression is a name of an operation: `op.id`, `job.op.handler`, a parameter of the node. */
function isName(node: ts.Expression): boolean {
	if (ts.isPropertyAccessExpression(node))
		return NAMES.includes(node.name.text) && (node.name.text === 'handler' || ENTRY.test(nameOf(node.expression)));
	if (ts.isCallExpression(node))
		return node.arguments.some((given) => ts.isStringLiteral(given) && /^(?:operation|resource)$/.test(given.text));
	return ts.isIdentifier(node) && node.text === 'handler';
}

const isComparison = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
	[
		ts.SyntaxKind.EqualsEqualsEqualsToken,
		ts.SyntaxKind.ExclamationEqualsEqualsToken,
		ts.SyntaxKind.EqualsEqualsToken,
		ts.SyntaxKind.ExclamationEqualsToken,
	].includes(kind);

/** The expression, if it asks for one operation by its name: compares it, looks it up, or chooses by it. */
function asksForName(node: ts.Node): boolean {
	if (ts.isBinaryExpression(node) && isComparison(node))
		return [
			[node.left, node.right],
			[node.right, node.left],
		].some(([name, text]) => isName(name!) && ts.isStringLiteralLike(text!));
	if (ts.isSwitchStatement(node)) return isName(node.expression);
	if (ts.isElementAccessExpression(node)) return isName(node.argumentExpression);
	return (
		ts.isCallExpression(node) &&
		/^(?:includes|has|startsWith|endsWith)$/.test(nameOf(node.expression)) &&
		[...node.arguments, receiverOf(node.expression)].some(isName)
	);
}

/** The lines of a source that ask for an operation by its name. */
function questionsIn(text: string): string[] {
	const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (asksForName(node)) found.push(node.getText(source));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

test('no code asks which operation it serves', () => {
	const files = ['src', 'nodes', 'credentials'].flatMap(sourcesIn);
	const found = files.flatMap((file) => questionsIn(read(file)).map((line) => `${file}: ${line}`));
	expect(found).toEqual([]);
});

// The check itself can fail: each row is a planted violation.
test.each([
	"if (op.handler === 'transfer/upload') check(job);",
	"const isDry = ({ handler }: AnyOperation) => 'mirror' !== handler;",
	"return job.op.id === 'libraryFileUpload';",
	"return operation.operation == 'upload';",
	"context.getNodeParameter('operation', 0, '') !== 'waitForReading';",
	"switch (op.handler) { case 'links': return []; }",
	'const extra = EXTRA[job.op.id];',
	"['mirror', 'links'].includes(op.handler);",
	"op.handler?.startsWith('places/');",
])('a planted question is found: %s', (line) => {
	expect(questionsIn(line)).toHaveLength(1);
});

test('names that are passed on are no questions', () => {
	expect(questionsIn("throw new LibraryError('protocol', 'No', { operation: op.id });")).toEqual([]);
	expect(questionsIn("ops.filter((op) => op.resource === resource && change.action === 'set');")).toEqual([]);
});
