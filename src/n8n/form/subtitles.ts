import type { Choice } from '../../protocol/operation/fields';

/* What a node shows under its name on the canvas, in words instead of the values of its parameters. */

/** The operation and the resource of a node, e.g. "Get many: recycle bin". */
export const operationSubtitle =
	'={{ [$parameter["operation"], $parameter["resource"]]' +
	'.map((name) => String(name ?? "").replace(/([A-Z])/g, " $1").toLowerCase()).join(": ")' +
	'.replace(/^./, (first) => first.toUpperCase()) }}';

/** The titles of what is chosen in a parameter with several choices, e.g. "File Created, Restored". */
export function choiceSubtitle(parameter: string, choices: Readonly<Record<string, Choice>>): string {
	const titles = Object.fromEntries(Object.entries(choices).map(([value, { label }]) => [value, label]));
	const chosen = `[].concat($parameter["${parameter}"] ?? [])`;
	return `={{ ${chosen}.map((value) => (${JSON.stringify(titles)})[value] ?? value).join(", ") }}`;
}
