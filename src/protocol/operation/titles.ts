/* The names that a form shows where the catalogue says no other. */

/** A name in camelCase as Title Case: `recycleBin` is `Recycle Bin`. */
export const titleCase = (name: string): string =>
	name.replace(/([A-Z])/g, ' $1').replace(/^./, (c) => c.toUpperCase());

/** The title of an operation in the form. */
export const operationTitle = ({ name, operation }: { readonly name?: string; readonly operation: string }): string =>
	name ?? titleCase(operation);
