/** Permission codes with their meaning (document, Permission codes). */
export const PERMISSION_CODES = {
	ls: { label: 'View' },
	cd: { label: 'Enter Folder' },
	pv: { label: 'Preview File' },
	dl: { label: 'Download or Open File' },
	w: { label: 'Edit File' },
	ul: { label: 'Add File' },
	mk: { label: 'Create Folder' },
	ren: { label: 'Rename' },
	rm: { label: 'Delete' },
	ln: { label: 'Share by External Link' },
	h: { label: 'View Versions' },
	hr: { label: 'Restore Version' },
	rmk: { label: 'View Comments' },
	rmka: { label: 'Add Comments' },
	t: { label: 'Add Tags' },
	trm: { label: 'Delete Tags' },
	p: { label: 'View Participants' },
	ps: { label: 'Manage Participants' },
	ss: { label: 'Show Current Item' },
	sren: { label: 'Rename Current Item' },
	srm: { label: 'Delete Current Item' },
	mls: { label: 'Change Library Settings' },
	b: { label: 'View Recycle Bin' },
	br: { label: 'Restore From Recycle Bin' },
	be: { label: 'Empty Recycle Bin' },
	mln: { label: 'Manage External Links of Library' },
} as const;

/** A permission code of the document. */
export type PermissionCode = keyof typeof PERMISSION_CODES;

/** All permission codes, in the order of the document. */
export const ALL_CODES = Object.keys(PERMISSION_CODES) as PermissionCode[];

const isCode = (text: string): text is PermissionCode => Object.hasOwn(PERMISSION_CODES, text);

/** What codes are called in the form; a code that the document does not have keeps its own name. */
export const namesOfCodes = (codes: readonly string[]): string[] =>
	codes.map((code) => (isCode(code) ? PERMISSION_CODES[code].label : code));

/** The code that a text names, by the code itself or by its name in the form, without regard to case. */
export function codeNamed(text: string): PermissionCode | undefined {
	const name = text.trim().toLowerCase();
	return ALL_CODES.find((code) => code === name || PERMISSION_CODES[code].label.toLowerCase() === name);
}
