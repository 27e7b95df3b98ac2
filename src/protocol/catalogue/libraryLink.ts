import { lists, operation, returns, type Sent } from '../operation/define';
import { choice, date, flag, ref, required, text } from '../operation/fields';
import { defined, filledText, textOf } from '../wire/json';
import { linkCode } from '../wire/linkCode';
import type { Done } from './answers/common';
import type { CreatedLink, ExternalLink } from './answers/link';
import { by, operator, pathRef } from './shared';
import { isoSeconds, simpleLink } from './simplify';

/* External links: they work without signing in. */

const common = { resource: 'link', credential: 'org' } as const;
const SAMPLE = by('path', 'Contracts/offer.txt');

/** What a new link allows and for how long. The time of a link that expires by default is the service's own. */
const linkTerms = ({ code, link }: Partial<CreatedLink>, { auth = 'preview', deadline, password }: Sent) => ({
	code: filledText(code) ?? linkCode(textOf(link)),
	auth,
	permanent: deadline === '-1',
	...defined({ expires: isoSeconds(deadline) }),
	has_password: password !== undefined,
});

export const createLink = operation({
	...common,
	id: 'libraryFileLink',
	operation: 'create',
	name: 'Create',
	action: 'Share a file by external link',
	summary: 'Share a file or folder through a link that works without signing in',
	route: 'POST /m-open/1/file/link',
	repeatable: false,
	input: {
		file: required({ ...pathRef, help: 'The file or folder to share' }),
		auth: choice({
			label: 'Allow',
			help: 'What the link allows',
			place: 'top',
			fallback: 'preview',
			choices: {
				preview: { label: 'Preview' },
				download: { label: 'Preview and Download' },
				upload: { label: 'Preview, Download and Upload', help: 'Uploads go to the shared folder' },
			},
		}),
		deadline: date({
			label: 'Expires At',
			unit: 'seconds',
			future: true,
			overriddenBy: 'neverExpires',
			composed: true,
			place: 'top',
			help: 'When the link expires; 48 hours from now when left empty',
		}),
		neverExpires: flag({
			wire: 'deadline',
			composed: true,
			help: 'Whether the link works until it is closed. Overrides Expires At.',
			off: 'omit',
			on: '-1',
		}),
		password: text({ password: true, help: 'Password that the link asks for' }),
		...operator,
	},
	compose: ({ deadline, neverExpires }): Record<string, string> => {
		if (neverExpires) return { deadline: '-1' };
		return deadline ? { deadline: String(Math.floor(deadline.getTime() / 1000)) } : {};
	},
	output: returns<CreatedLink>(),
	// An answer without the link is refused as it is.
	wrap: (created, sent) =>
		filledText(created.link) === undefined ? created : { ...created, ...linkTerms(created, sent) },
	example: { file: SAMPLE, auth: 'download' },
});

export const closeLink = operation({
	...common,
	id: 'libraryFileLinkClose',
	operation: 'close',
	name: 'Close',
	action: 'Close an external link',
	summary: 'Close one link, or all links to a file',
	route: 'POST /m-open/1/file/link_close',
	repeatable: true,
	input: {
		link: required(
			ref({
				claims: 'path',
				label: 'Link',
				help: 'The link to close, or the file whose links are all closed',
				modes: {
					list: { label: 'From List', wire: 'code', search: 'openLinks' },
					code: {
						label: 'Link or Code',
						wire: 'code',
						of: 'link',
						placeholder: 'e.g. https://files.example.com/link/3f2b9c',
					},
					path: { ...pathRef.modes.path, label: 'File Path' },
				},
			}),
		),
		...operator,
	},
	output: returns<Done>(),
	done: { success: true },
	example: { link: SAMPLE },
});

export const listLinks = operation({
	...common,
	id: 'libraryFileLinks',
	operation: 'getMany',
	menu: 'default',
	name: 'Get Many',
	action: 'Get many external links',
	summary: 'List the open external links of the library',
	route: 'POST /m-open/1/file/links',
	repeatable: true,
	reads: true,
	input: {
		file: flag({
			label: 'Files Only',
			place: 'filters',
			help: 'Whether to leave out links to folders',
			off: '0',
		}),
	},
	output: lists<ExternalLink>(),
	paging: { kind: 'whole' },
	simplify: simpleLink,
	example: { returnAll: true },
});
