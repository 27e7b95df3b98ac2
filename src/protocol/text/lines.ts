/* The lines of a text as a collection in which a line may be several times. */

/** The lines of a text, without their line breaks. */
export function linesOf(text: string): string[] {
	const lines = text.split(/\r\n|\n|\r/);
	// The last line break ends a line and begins none.
	if (lines.at(-1) === '') lines.pop();
	return lines;
}

function countsOf(lines: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
	return counts;
}

/** The lines that a text with the lines `there` lacks; of equal ones it lacks the last. */
export function lacking(lines: readonly string[], there: readonly string[]): string[] {
	const left = countsOf(there);
	return lines.filter((line) => {
		const count = left.get(line) ?? 0;
		left.set(line, count - 1);
		return count <= 0;
	});
}

/** The lines of both, each as often as in the one that has it more often. */
export const united = (lines: readonly string[], others: readonly string[]): string[] => [
	...lines,
	...lacking(others, lines),
];

/** Of the lines `after`, each that is in it more often than `before`, as often as it is in it. */
export function raised(before: readonly string[], after: readonly string[]): string[] {
	const added = new Set(lacking(after, before));
	return after.filter((line) => added.has(line));
}
