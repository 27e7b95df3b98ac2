/*
 * Forms as JSON. All in them is plain data but requiredInEditor, so its places are kept beside the form: looking for
 * them in the whole form would take half as long as the reading of it.
 */

/**
 * `true` for the editor, which receives forms as JSON and marks the field, and not for n8n's engine, which compares
 * with `true`: its own check of a required locator that is null ends with "Cannot read properties of null", before the
 * node can name the field.
 */
export const requiredInEditor = Object.assign(Object(true) as boolean, { toJSON: () => true });

/** The keys that lead to a value from the outside in. */
type KeyPath = ReadonlyArray<string | number>;

interface Kept<T> {
	readonly required: readonly KeyPath[];
	readonly form: T;
}

/** The objects in `value` whose `required` is requiredInEditor. */
function keyPathsIn(value: unknown): KeyPath[] {
	if (typeof value !== 'object' || value === null) return [];
	const own: KeyPath[] = 'required' in value && value.required === requiredInEditor ? [[]] : [];
	const keyOf = (key: string): string | number => (Array.isArray(value) ? Number(key) : key);
	return [
		...own,
		...Object.entries(value).flatMap(([key, inner]) => keyPathsIn(inner).map((path) => [keyOf(key), ...path])),
	];
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A form as JSON. In ASCII, of which V8 keeps one byte for each character and not two. */
export function formJson<T extends object>(form: T): string {
	const kept: Kept<T> = { required: keyPathsIn(form), form };
	return JSON.stringify(kept).replace(/[^\x20-\x7e]/g, escaped);
}

/** The form that `formJson` made this text of. */
export function formFrom<T extends object>(json: string): T {
	const { required, form } = JSON.parse(json) as Kept<T>;
	for (const path of required) {
		let at = form as Record<string, unknown>;
		for (const key of path) at = at[key] as Record<string, unknown>;
		at.required = requiredInEditor;
	}
	return form;
}
