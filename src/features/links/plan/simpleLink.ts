import type { Unverified } from '../../../protocol/answers/common';
import type { ExternalLink } from '../../../protocol/answers/file';
import { entryPath, simplifier } from '../../../protocol/catalogue/simplify';
import { isoSeconds } from '../../../protocol/wire/amounts';
import { defined, flagOf, type JsonObject } from '../../../protocol/wire/json';
import { codeOf } from './linkItems';
import { isPermanent, linkPermission } from './links';

const linkName = simplifier<ExternalLink>((entry) => ({
	filename: entry.filename,
	fullpath: entryPath(entry.fullpath),
	link: entry.link,
}));
const linkTerms = simplifier<ExternalLink>((entry) => ({
	auth: linkPermission(entry),
	has_password: flagOf(entry.password, (password) => password === 1),
	permanent: isPermanent(entry),
	filesize: entry.filesize,
	code: codeOf(entry),
}));

/** What was found in the log of the library. */
const linkMaking = ({ created_by: by, created_at: at }: JsonObject): JsonObject =>
	defined({ created_by: by, created_at: at });

/**
 * An external link: `expires_at` is null for one that works until it is closed. `fullpath` only where the service sends
 * it.
 */
export const simpleLink = (entry: Unverified<ExternalLink>): JsonObject => ({
	...linkName(entry),
	...defined({ expires_at: isPermanent(entry) ? null : isoSeconds(entry.deadline) }),
	...linkMaking(entry as JsonObject),
	...linkTerms(entry),
});
