import { operation, ownOperation, returns, type Sent } from '../../protocol/operation/define';
import { eachNotEmpty, filter, local, notEmpty, required, saidOnce, text, top } from '../../protocol/operation/fields';
import { allFields, filledText, isoSeconds } from '../../protocol/wire/json';
import {
	checkLinkFilter,
	codeOf,
	filtersIn,
	filterLabel,
	type DescribedLink,
	type LinkFilter,
	type LinkTotals,
	simpleLink,
	type SimpleLink,
} from './plan/links';
import { inputError, missingError } from '../../protocol/wire/libraryError';
import { listLibraryLog } from '../../protocol/catalogue/enterpriseLog';
import { libraryFileInfo } from '../../protocol/catalogue/libraryFiles';
import { by, ITEM_PATH, operator, pathRef } from '../../protocol/catalogue/shared';
import type { PlanItem } from '../../protocol/plan/plan';
import { planFields } from '../../protocol/catalogue/sharedPlans';
import { emptyUpdate } from '../../protocol/operation/check/text';
import { EXPIRES, requireDeadline, worksUntil } from '../../protocol/catalogue/sharedLinks';
import { WILDCARDS } from '../../protocol/catalogue/sharedTree';
import type { Answers } from '../../protocol/contract';

/* External links: they work without signing in. */

const SAMPLE = by('path', 'Contracts/offer.txt');

type NewLink = {
	/** ISO time; null for a link that never expires. */
	expires_at?: string | null;
	allow: string;
	has_password: boolean;
	permanent: boolean;
	code: string;
};

/** An item of a new link: where it leads to and what it is first, the code that closes it last. */
const withTerms = ({ link, code, ...more }: Answers['libraryFileLink'], sent: Sent) => ({
	link,
	...allFields<NewLink>({
		expires_at: sent.deadline === '-1' ? null : isoSeconds(sent.deadline),
		allow: sent.auth ?? 'preview',
		has_password: sent.password !== undefined,
		permanent: sent.deadline === '-1',
		code: codeOf({ link, code }) ?? '',
	}),
	...more,
});

const PERMISSIONS = {
	preview: { label: 'Preview' },
	download: { label: 'Preview and Download' },
	upload: { label: 'Preview, Download and Upload' },
} as const;

const FROM_LOG = '(Enterprise credential only)';

/** Which of the open links are meant; a link has to pass all filters. A switch of ours is on as soon as it is added. */
const linkFilters = {
	file: filter.flag(['Files Only', 'Whether to leave out links to folders']),
	neverExpires: local.filter.flag('Whether to leave out links that expire', { default: true }),
	noPassword: local.filter.flag('Whether to leave out links with a password', { default: true }),
	permission: local.filter.multi('Only links that allow one of these', {
		details: 'Links of which the service does not say it are left out.',
		choices: PERMISSIONS,
	}),
	expiresWithin: local.filter.int([filterLabel('expiresWithin'), 'Only links that expire in the next days'], {
		default: 7,
		min: 1,
	}),
	filePattern: local.filter.text(`Only links to such names: ${WILDCARDS}`, {
		details: 'In any case. A pattern with a slash or ** is compared with the full path, where the service says it.',
		placeholder: 'e.g. *.xlsx',
	}),
	createdBy: local.filter.text(`Only links made by this name or account ${FROM_LOG}`, {
		placeholder: 'e.g. Zhang Wei',
	}),
	createdBefore: local.filter.text(`Only links made before this time, or more than this many days ago ${FROM_LOG}`, {
		placeholder: 'e.g. 90 or 2026-10-01',
	}),
	createdAfter: local.filter.text(`Only links made since this time, or in this many days ${FROM_LOG}`, {
		placeholder: 'e.g. 7 or 2026-10-01',
	}),
} as const;

const creator = local.flag(['Include Creator', `Whether to add who created a link, and when ${FROM_LOG}`], {
	place: 'options',
	default: true,
});

/**
 * The same for what changes something: a filter that was added and is empty would mean more links than somebody wanted.
 */
const { file, ...ours } = linkFilters;
const chosenFilters = saidOnce({ file, ...eachNotEmpty(ours) });

/** Refuses to mean all links unless somebody says so, and to mean them beside a filter. Throws inputError. */
function requireChoice(filter: LinkFilter & { readonly allLinks?: boolean }): void {
	checkLinkFilter(filter);
	for (const name of ['filePattern', 'createdBy'] as const)
		if (filter[name]?.trim() === '') throw emptyUpdate(filterLabel(name), 'filters');
	const selective = filtersIn(filter).length > 0;
	if (!selective && filter.allLinks !== true)
		throw missingError(
			'Filters',
			'Set at least one filter that says which links to close',
			'Files Only is not enough. To close every link, turn on All Links.',
		);
	if (selective && filter.allLinks === true)
		throw inputError('All Links', "can't be combined with filters", 'Turn it off, or remove the filters.');
}

export const createLink = operation('libraryFileLink', 'link.create', {
	action: 'Share a file by external link',
	summary: 'Share a file or folder through a link that works without signing in',
	input: {
		file: required({ ...pathRef, help: 'The file or folder to share', forBuilder: ITEM_PATH }),
		auth: top.choice(['Allow', 'What the link allows'], {
			default: 'preview',
			choices: { ...PERMISSIONS, upload: { ...PERMISSIONS.upload, help: 'Uploads go to the shared folder' } },
		}),
		...EXPIRES,
		// Empty, it would mean a link that everybody can open.
		password: notEmpty(text('Password that the link asks for', { password: true })),
		...operator,
	},
	compose: (input): Record<string, string> => {
		const { expires, deadline } = input;
		if (expires === 'never') return { deadline: '-1' };
		requireDeadline(input);
		return deadline ? { deadline: String(Math.floor(deadline.getTime() / 1000)) } : {};
	},
	items: returns<NewLink>(),
	says: worksUntil,
	// An answer without the link is refused as it is.
	wrap: (created, sent) => (filledText(created.link) === undefined ? created : withTerms(created, sent)),
	example: { file: SAMPLE, auth: 'download', expires: 'days', days: 7 },
});

export const closeLink = operation('libraryFileLinkClose', 'link.close', {
	caution: 'irreversible',
	action: 'Close an external link',
	summary: 'Close one link, or all links to a file',
	input: {
		link: required.ref('The link to close, or the file whose links are all closed', {
			claims: 'path',
			modes: {
				list: { label: 'From List', wire: 'code', search: 'openLinks' },
				code: {
					label: 'Link',
					wire: 'code',
					of: 'link',
					placeholder: 'e.g. https://files.example.com/link/3f2b9c',
				},
				path: { ...pathRef.modes.path, label: 'File Path' },
			},
		}),
		...operator,
	},
	example: { link: SAMPLE },
});

export const listLinks = operation('libraryFileLinks', 'link.getMany', {
	action: 'Get many external links',
	summary: 'List the open external links of the library, all or those that filters select',
	special: true,
	alsoSends: [listLibraryLog, libraryFileInfo],
	input: { ...linkFilters, creator },
	check: checkLinkFilter,
	items: returns<SimpleLink>(),
	simplify: simpleLink,
});

export const closeLinks = ownOperation('libraryFileLinkCloseMany', 'link.closeMany', closeLink, {
	action: 'Close many external links',
	summary: 'Close all open links that filters select, e.g. those that never expire; Dry Run only shows them',
	forModel:
		'Close all open links of File Library that filters select. Dry Run only shows ' +
		'them. A closed link stays closed.',
	covers: [listLinks, closeLink],
	alsoSends: [listLibraryLog, libraryFileInfo],
	input: {
		...planFields('Whether to only show the links that would be closed'),
		allLinks: local.top.flag('Whether to close every open link', {
			hint: 'While this is off, a filter is required',
		}),
		...chosenFilters,
		creator,
		...operator,
	},
	check: requireChoice,
	caution: { kind: 'bulk', when: ({ dryRun }) => dryRun === false },
	items: returns<PlanItem<DescribedLink, LinkTotals>>(),
	example: { dryRun: true, filters: { neverExpires: true } },
});
