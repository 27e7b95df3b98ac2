import ts from 'typescript';
import { msOf, timesAsLong } from '../support/cpu';
import { read, sourcesIn } from '../structure/imports';

/** A regular expression of the shipped code. */
export interface Expression {
	readonly place: string;
	readonly regex: RegExp;
}

/** Every literal of the shipped code; those made by `new RegExp` are fed through what uses them. */
export function expressionsOfSource(): Expression[] {
	const files = sourcesIn('src').filter((file) => !file.startsWith('src/tools/'));
	return files.flatMap((file) => {
		const found: Expression[] = [];
		const visit = (node: ts.Node): void => {
			if (ts.isRegularExpressionLiteral(node)) {
				const [, body = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
				found.push({ place: `${file} ${node.text}`, regex: new RegExp(body, flags) });
			}
			ts.forEachChild(node, visit);
		};
		visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest));
		return found;
	});
}

const COMMON = [...' \n\ta1A.-_/\\"\'%&<([{,=:;*?@“合'];

/** The characters and words that an expression is about. */
function tokensOf({ source }: RegExp): string[] {
	const plain = source.replace(/\\u\{?([\da-f]{4,6})\}?/gi, (_, hex: string) =>
		String.fromCodePoint(Number.parseInt(hex, 16)),
	);
	const characters = [...new Set(plain.replace(/\\[a-z]|[[\]|(){}^$]/gi, ''))].slice(0, 9);
	return [...new Set([...characters, ...(plain.match(/[a-z]{3,}/gi) ?? []).slice(0, 3)])];
}

/** A piece that is repeated, with what comes before and after it. */
export type Shape = readonly [before: string, piece: string, after: string];

/** Texts that are hostile to an expression: what it is about, again and again, and an end at which nothing matches. */
export function hostileShapes(regex: RegExp): Shape[] {
	const own = tokensOf(regex);
	const pieces = new Set([...COMMON, ...own, ...own.flatMap((one) => own.map((other) => one + other))]);
	const starts = ['', ...own.filter((token) => /[^\w\s]|\w{3}/.test(token)).slice(0, 2)];
	return [...pieces].flatMap((piece) => starts.map((before): Shape => [before, piece, '\0x']));
}

/** A text of about so many characters. */
export const textOf = ([before, piece, after]: Shape, length: number): string =>
	before + piece.repeat(Math.ceil(length / piece.length)) + after;

/** Looks for an expression in a whole text. */
export function search({ regex }: Expression, text: string): void {
	regex.lastIndex = 0;
	text.replace(regex, '');
}

/** 16 times the text takes 16 times as long, or 256 times where time grows with the square. */
const STRAIGHT = 60;

/** Whether the CPU time of a work grows straight with the length of its text. */
export function growsStraight(work: (text: string) => unknown, shape: Shape, length: number, tries?: number): boolean {
	const [short, long] = [textOf(shape, length), textOf(shape, 16 * length)].map((text) => () => work(text));
	// Almost all are done at once.
	return msOf(long!) < 20 || timesAsLong(long!, short!, STRAIGHT, tries) < STRAIGHT;
}
