/** As many names as fit into a hint. */
const MAX_NAMES = 10;

/**
 * What a person should know of fields of the input that were not read, by their names with the number of entries that
 * have them, and of names under Field Names that no entry has.
 */
export function fieldHints(unknown: Readonly<Record<string, number>>, unused: readonly string[]): string[] {
	const hints: string[] = [];
	const quoted = unused.map((name) => `"${name}"`).join(', ');
	if (unused.length > 0) hints.push(`No entry of the input has the field ${quoted}, which Field Names refers to`);
	const all = Object.entries(unknown);
	if (all.length === 0) return hints;
	const names = all
		.slice(0, MAX_NAMES)
		.map(([name, count]) => `"${name}" (${count === 1 ? '1 entry' : `${count} entries`})`);
	const rest = all.length > MAX_NAMES ? ` and ${all.length - MAX_NAMES} more` : '';
	return [
		...hints,
		`These fields of the input mean nothing here and were ignored: ${names.join(', ')}${rest}. ` +
			'If one of them is to be read, enter its name under Field Names.',
	];
}
