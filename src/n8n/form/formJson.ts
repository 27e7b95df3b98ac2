import type { INodePropertyMode } from 'n8n-workflow';

/*
 * Forms as JSON. All in them is plain data but what is for the editor, so its places are kept beside the form: looking
 * for them in the whole form would take half as long as the reading of it.
 */

/**
 * `true` for the editor, which receives forms as JSON and marks the field, and not for n8n's engine, which compares
 * with `true`: its own check of a required locator that is null ends with "Cannot read properties of null", before the
 * node can name the field.
 */
export const requiredInEditor = Object.assign(Object(true) as boolean, { toJSON: () => true });

/**
 * The validation of an ID, for the editor too. n8n's engine would say nothing of it but "The node has issues", and stop
 * the run of all items.
 */
export const digitsInEditor = Object.assign([] as NonNullable<INodePropertyMode['validation']>, {
	toJSON: () => [
		{ type: 'regex', properties: { regex: '\\s*[0-9]*\\s*', errorMessage: 'An ID has digits only, e.g. 12' } },
	],
});

/** What the engine sees in place of what the editor receives, by its key. */
const FOR_EDITOR: Readonly<Record<string, unknown>> = { required: requiredInEditor, validation: digitsInEditor };

/** The keys that lead to a value, from the outside in. */
type KeyPath = ReadonlyArray<string | number>;

interface Kept<T> {
	readonly forEditor: readonly KeyPath[];
	readonly form: T;
}

/** The places in `value` of what is for the editor. */
function keyPathsIn(value: unknown): KeyPath[] {
	if (typeof value !== 'object' || value === null) return [];
	const own = Object.keys(FOR_EDITOR).filter((key) => Reflect.get(value, key) === FOR_EDITOR[key]);
	const keyOf = (key: string): string | number => (Array.isArray(value) ? Number(key) : key);
	return [
		...own.map((key) => [key]),
		...Object.entries(value).flatMap(([key, inner]) => keyPathsIn(inner).map((path) => [keyOf(key), ...path])),
	];
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A form as JSON. In ASCII, of which V8 keeps one byte for each character and not two. */
export function formJson<T extends object>(form: T): string {
	const kept: Kept<T> = { forEditor: keyPathsIn(form), form };
	return JSON.stringify(kept).replace(/[^\x20-\x7e]/g, escaped);
}

/** The form that `formJson` made this text of. */
export function formFrom<T extends object>(json: string): T {
	const { forEditor, form } = JSON.parse(json) as Kept<T>;
	for (const path of forEditor) {
		const last = path.at(-1) ?? '';
		let at = form as Record<string, unknown>;
		for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
		at[last] = FOR_EDITOR[last];
	}
	return form;
}
