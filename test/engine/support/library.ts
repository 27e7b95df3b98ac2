import { actionNodes } from '../../contract/actionNodes';

export { by, on } from '../../support/nodeParameters';

export const node = actionNodes.fileLibrary;

/** A path with non-ASCII, a blank, a slash, a composed letter and everything that URL encoding has to deal with. */
export const DIFFICULT = '合同 2026/é+b%20&x.txt';

/** A copy of parameters with the value at a dotted path replaced; `rows[]` is the first row of a fixedCollection. */
export function withValue(
	parameters: Readonly<Record<string, unknown>>,
	path: string,
	value: unknown,
): Record<string, unknown> {
	const copy = structuredClone(parameters) as Record<string, unknown>;
	const keys = path.replace(/\[\]/g, '.0').split('.');
	let at = copy;
	keys.slice(0, -1).forEach((key, i) => {
		at[key] ??= keys[i + 1] === '0' ? [] : {};
		at = at[key] as Record<string, unknown>;
	});
	const last = keys.at(-1) as string;
	if (value === undefined) delete at[last];
	else at[last] = value;
	return copy;
}
