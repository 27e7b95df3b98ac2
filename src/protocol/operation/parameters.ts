import { wireName } from './encode';
import type { Claims, Field, Fields, ListField, ListForm } from './fields';

/* Which wire parameters the fields of an operation make, and what their values are. */

/** A parameter that a field makes. */
export interface Parameter {
	readonly key: string;
	readonly field: Field;
	readonly wire: string;
	/** What the field claims. */
	readonly claims: Claims;
	readonly of: ListField['of'] | 'link';
	/** How several values are sent together; absent where there is one. */
	readonly form?: ListForm;
	/** Of pickers: what an item calls the only value, as other operations take it. */
	readonly each?: string;
}

/** A locator makes a parameter in each mode, pickers one of all their values. */
function madeBy(key: string, field: Field): Array<Omit<Parameter, 'key' | 'field'>> {
	const wire = wireName(key, field);
	switch (field.kind) {
		case 'ref':
			return Object.values(field.modes).map(({ wire: own, of = 'text' }) => ({
				wire: own,
				claims: field.claims,
				...(of === 'paths' ? { of: 'path', form: '|' } : { of }),
			}));
		case 'list':
			return [{ wire, claims: field.claims, of: field.of, form: field.form }];
		case 'rows': {
			const { cells, form } = field;
			const modes = form ? Object.values(cells).flatMap((cell) => madeBy('', cell)) : [];
			const [first] = modes;
			if (!form || !first) return [{ wire, claims: 'nothing', of: 'text' }];
			const { of } = modes.find((mode) => mode.of !== 'text') ?? first;
			return [{ wire, claims: first.claims, of, form, each: first.wire }];
		}
		default: {
			const claims = field.kind === 'text' ? (field.claims ?? 'nothing') : 'nothing';
			return [{ wire, claims, of: claims === 'path' || claims === 'source' ? 'path' : 'text' }];
		}
	}
}

/** The parameters of an operation, in the order of its fields; several may have the same name. */
export const parametersOf = (input: Fields): Parameter[] =>
	Object.entries(input).flatMap(([key, field]) => madeBy(key, field).map((made) => ({ ...made, key, field })));

/** The values in a parameter. */
export const valuesIn = ({ form }: Parameter, sent: string): string[] => {
	if (form === undefined) return [sent];
	return form === 'json' ? (JSON.parse(sent) as string[]) : sent.split(form);
};
