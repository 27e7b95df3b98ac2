/** What a started n8n offers, as a box for the terminal: a row for each name with its value. */
export function addressBox(rows: ReadonlyArray<readonly [name: string, value: string]>): string {
	const lines = rows.map(([name, value]) => `${name.padEnd(17)}${value}`);
	const width = Math.max(...lines.map((line) => line.length));
	const edge = '─'.repeat(width + 2);
	return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`].join('\n');
}
