import { RESOURCE_NOTES } from '../../protocol/catalogue';
import { titleCase } from '../../protocol/operation/fields';

/** An entry of a form: by its title, or by its name where it has no other. */
interface Titled {
	readonly name: string;
	readonly displayName?: string;
}

/** The title of a resource. */
export const resourceTitle = (resource: string): string => RESOURCE_NOTES[resource]?.name ?? titleCase(resource);

const sortKey = ({ displayName, name }: Titled): string => (displayName ?? name).toLowerCase();

/**
 * Sorts entries of a form by what it shows. Not with localeCompare, whose order depends on the locale of the machine.
 */
export function byTitle(a: Titled, b: Titled): number {
	const [one, other] = [sortKey(a), sortKey(b)];
	return one < other ? -1 : Number(one > other);
}
