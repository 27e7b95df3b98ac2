import { type AnyOperation, nameOf } from '../../protocol/operation/define';
import type { Choice } from '../../protocol/operation/fields';
import { resourceTitle } from './fieldProperty';

/* What a node shows under its name on the canvas, in words instead of the values of its parameters. */

/** A title as it stands inside a sentence: "Delete Many Permanently" as "delete many permanently", "ZIP" as it is. */
const inSentence = (title: string): string => title.replace(/\b[A-Z][a-z]+/g, (word) => word.toLowerCase());

/** How the subtitle makes words of a value that has no title of its own. */
const wordsOf = (value: string): string => value.replace(/([A-Z])/g, ' $1').toLowerCase();

/** The titles in a sentence that are not the words of their values. */
const titlesBeside = (titles: ReadonlyArray<readonly [value: string, words: string, title: string]>): string =>
	JSON.stringify(
		Object.fromEntries(
			titles.flatMap(([value, words, title]) =>
				inSentence(title) === words ? [] : [[value, inSentence(title)]],
			),
		),
	);

/**
 * The operation and the resource of a node, e.g. "Delete many permanently · dry run: recycle bin": the canvas cuts what
 * is longer than about 32 characters.
 */
export function operationSubtitle(ops: readonly AnyOperation[]): string {
	const keyOf = ({ resource, operation }: AnyOperation): string => `${resource} ${operation}`;
	const operations = titlesBeside(ops.map((op) => [keyOf(op), wordsOf(op.operation), nameOf(op)]));
	const resources = titlesBeside(ops.map(({ resource }) => [resource, wordsOf(resource), resourceTitle(resource)]));
	const dry = JSON.stringify(ops.filter(({ input }) => 'dryRun' in input).map(keyOf));
	const words = (parameter: string): string =>
		`String($parameter["${parameter}"] ?? "").replace(/([A-Z])/g, " $1").toLowerCase()`;
	const key = '$parameter["resource"] + " " + $parameter["operation"]';
	return (
		`={{ ((${operations})[${key}] ?? ${words('operation')}).replace(/^./, (first) => first.toUpperCase())` +
		` + (${dry}.includes(${key}) && $parameter["dryRun"] === true ? " · dry run" : "")` +
		` + ": " + ((${resources})[$parameter["resource"]] ?? ${words('resource')}) }}`
	);
}

/** The titles of what is chosen in a parameter with several choices, e.g. "File Created, Restored". */
export function choiceSubtitle(parameter: string, choices: Readonly<Record<string, Choice>>): string {
	const titles = Object.fromEntries(Object.entries(choices).map(([value, { label }]) => [value, label]));
	const chosen = `[].concat($parameter["${parameter}"] ?? [])`;
	return `={{ ${chosen}.map((value) => (${JSON.stringify(titles)})[value] ?? value).join(", ") }}`;
}
