import type { Field, ListField, RefField } from './types';

const kindOf = ({ modes }: RefField<string, boolean>): ListField<boolean>['of'] => {
	const kinds = Object.values(modes).map(({ of }) => of);
	return kinds.includes('path') ? 'path' : kinds.includes('int') ? 'int' : 'text';
};

/** What is sent as a list: a list, or pickers as the list of their values; undefined for any other field. */
export function listed(field: Field): Pick<ListField<boolean>, 'claims' | 'form' | 'of' | 'each'> | undefined {
	if (field.kind === 'list') return field;
	const [cell] = field.kind === 'rows' && field.form ? Object.values(field.cells) : [];
	if (field.kind !== 'rows' || !field.form || cell?.kind !== 'ref') return undefined;
	const [each] = Object.values(cell.modes);
	return { claims: cell.claims, form: field.form, of: kindOf(cell), ...(each ? { each: each.wire } : {}) };
}
