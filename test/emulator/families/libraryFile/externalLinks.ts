import { actorOf, operator } from '../../auth/clientCaller';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { defaulted, filled, flag, int, optional, path, required, text, word } from '../../http/parameters';
import { acts } from '../../store/library/entry';
import { seconds } from '../../time/clock';
import { libraryOperation } from '../operation';
import { referredEntry } from '../references';

/** doc: links are valid for 48 hours by default. */
const DEFAULT_LIFE_SECONDS = 48 * 3600;

export const link = libraryOperation('/m-open/1/file/link', {
	params: {
		fullpath: required(path),
		deadline: optional(int(-1)),
		auth: defaulted(word('preview', 'download', 'upload'), 'preview'),
		password: optional(text),
		...operator,
	},
	handle: ({ world, library, p }) => {
		const actor = actorOf(library, p);
		const now = seconds(world.now());
		// assumed (G14): seconds, and -1 is permanent. assumed: a time in the past is refused.
		const deadline = p.deadline ?? now + DEFAULT_LIFE_SECONDS;
		if (deadline !== -1 && deadline <= now)
			throw badParameter('deadline', 'is in the past (Unix seconds are expected)');
		const { entry, code } = library.links.create({
			entry: library.tree.get(p.fullpath),
			deadline,
			auth: p.auth,
			password: p.password ?? '',
		});
		library.note(entry, acts.link, actor);
		return { link: `${world.origins.content}/link/${code}`, code };
	},
});

export const linkClose = libraryOperation('/m-open/1/file/link_close', {
	params: { code: optional(filled), fullpath: optional(path), ...operator },
	exactlyOne: [['code', 'fullpath']],
	handle: ({ library, p }) => {
		if (p.code === undefined) library.links.closeAll(referredEntry(library, p));
		else if (!library.links.close(p.code))
			throw new ServiceFailure(codes.fileMissing, `link '${p.code}' does not exist`);
		return {};
	},
});

/**
 * doc: external link entries have no code; it is the end of the link. assumed (G30): all links at once. assumed (G16):
 * an option makes them say what they allow, by the words of file/link.
 */
export const links = libraryOperation('/m-open/1/file/links', {
	params: { file: defaulted(flag, false) },
	handle: ({ world, library, p }) =>
		library.links
			.list(seconds(world.now()))
			.filter(({ entry }) => !p.file || !entry.children)
			.map(({ entry, code, deadline, password, auth }) => ({
				filename: entry.name,
				filesize: entry.children ? 0 : entry.filesize,
				link: `${world.origins.content}/link/${code}`,
				deadline,
				password: password === '' ? 0 : 1,
				...(world.options.linkTerms ? { auth } : {}),
			})),
});
