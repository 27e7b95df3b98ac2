/** doc: act codes of the library log. fact 5.24: history uses the same codes. */
export const acts = {
	delete: 0,
	create: 1,
	rename: 2,
	edit: 3,
	move: 4,
	recover: 5,
	download: 20,
	preview: 21,
	link: 1014,
	openLink: 1015,
	downloadLink: 1016,
	uploadLink: 1018,
} as const;
