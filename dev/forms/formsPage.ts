/* The page that shows the contact sheets. */

/** The contact sheets of one node. */
export interface NodeSheets {
	readonly node: string;
	readonly pages: readonly Buffer[];
	/** Forms of which there is no picture. */
	readonly missing: number;
}

const HEAD = [
	'# Forms',
	'',
	'Every form as n8n shows it when the node has just been added; optional fields are behind "Add option". ' +
		'All fields with their meaning: docs/operations.md.',
	'',
];

const titleOf = (node: string): string => node.replace(/([A-Z])/g, ' $1').replace(/^./, (first) => first.toUpperCase());

/** The text of the page, and its pictures by their file names. */
export function formsPage(sheets: readonly NodeSheets[]): { text: string; images: ReadonlyMap<string, Buffer> } {
	const images = new Map<string, Buffer>();
	const chapters = sheets.flatMap(({ node, pages }) => [
		`## ${titleOf(node)}`,
		'',
		...pages.flatMap((content, at) => {
			const name = `forms-${node}${pages.length > 1 ? `-${at + 1}` : ''}.webp`;
			images.set(name, content);
			return [`![Forms of ${titleOf(node)}${pages.length > 1 ? `, part ${at + 1}` : ''}](${name})`, ''];
		}),
	]);
	return { text: `${[...HEAD, ...chapters].join('\n').trimEnd()}\n`, images };
}
