import { actorOf, operator } from '../../auth/callers';
import { badParameter, codes, missing, ServiceFailure } from '../../http/errors';
import {
	defaulted,
	filled,
	flag,
	int,
	optional,
	path,
	required,
	sha1,
	text,
	type Values,
	word,
} from '../../http/parameters';
import {
	downloadLink,
	isAnnotatable,
	isImage,
	isOffice,
	isPreviewable,
	type LinkFacts,
	previewLink,
	signedLink,
	thumbnailLink,
} from '../../links/fileLinks';
import { acts } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { seconds } from '../../time/clock';
import { libraryOperation } from '../operation';
import { fileRef, namesMember, oneFile, referredEntry, referredFile, referredMember } from '../references';

export const downloadUrl = libraryOperation('/m-open/1/file/download_url', {
	params: {
		...fileRef,
		filehash: optional(sha1),
		open: defaulted(flag, false),
		filename: optional(filled),
		net: optional(word('in')),
		...operator,
	},
	exactlyOne: oneFile,
	handle: ({ world, library, p }) => {
		const actor = actorOf(library, p);
		const entry = referredFile(library, p);
		if (p.filehash !== undefined && !library.hasVersion(entry, p.filehash))
			throw missing(`${entry.name} version ${p.filehash}`);
		library.note(entry, acts.download, actor);
		return { urls: [downloadLink(world, entry, p)] };
	},
});

/** doc: the operator by member id, external id or account. */
const operatorRef = { op_id: optional(int(0)), out_id: optional(filled), account: optional(filled) };

/** Member id of the operator; undefined when the request names none. Throws 40406. */
function operatorId(library: Library, { op_id, out_id, account }: Values<typeof operatorRef>): number | undefined {
	const p = { member_id: op_id, out_id, account };
	return namesMember(p) ? referredMember(library.directory, p).id : undefined;
}

const annotated = {
	annotation: optional(word('on', 'display')), // assumed (G08): on the same path
	annotation_mode: optional(word('view', 'admin')), // assumed (G09): left out for add
	...operatorRef,
};

/** doc, annotation variant: of the parameters of the plain variant it lists only the file and op_id. */
function checkVariant(p: Readonly<Record<string, unknown>>): void {
	const [others, variant] =
		p.annotation === undefined
			? [['annotation_mode', 'out_id', 'account'], 'without']
			: [['watermark', 'member_name', 'thumbnail', 'op_name'], 'with'];
	const wrong = others.find((name) => p[name] !== undefined);
	if (wrong) throw badParameter(wrong, `is unknown to preview_url ${variant} annotation`);
}

/** doc: the default annotation mode is add; without an operator it is view. */
function annotationFacts(library: Library, p: Values<typeof annotated>): LinkFacts {
	if (p.annotation === undefined) return {};
	const memberId = operatorId(library, p);
	return {
		annotation: p.annotation,
		annotation_mode: memberId === undefined ? 'view' : (p.annotation_mode ?? 'add'),
		operator: String(memberId ?? ''),
	};
}

export const previewUrl = libraryOperation('/m-open/1/file/preview_url', {
	params: {
		...fileRef,
		watermark: optional(flag),
		member_name: optional(text),
		thumbnail: optional(flag),
		...operator,
		...annotated,
	},
	exactlyOne: oneFile,
	atMostOne: [['op_id', 'out_id', 'account']],
	handle: ({ world, library, p }) => {
		checkVariant(p);
		const entry = referredFile(library, p);
		// doc: annotations on PDF and images only. fact, error codes: 40017 is "file has no online preview".
		if (p.annotation !== undefined ? !isAnnotatable(entry.name) : !isPreviewable(entry.name))
			throw new ServiceFailure(codes.noPreview, `'${entry.name}' has no such online preview`);
		library.note(entry, acts.preview, actorOf(library, p));
		const facts = { ...(p.watermark ? { watermark: p.member_name ?? '' } : {}), ...annotationFacts(library, p) };
		const url = previewLink(world, library, entry, facts);
		// assumed (G07): for images only, and always with annotation, whose result lists it.
		const thumbnail = isImage(entry.name) && (p.thumbnail === true || p.annotation !== undefined);
		return { url, ...(thumbnail ? { thumbnail: thumbnailLink(world, entry) } : {}) };
	},
});

export const ceditUrl = libraryOperation('/m-open/1/file/cedit_url', {
	params: {
		...fileRef,
		...operatorRef,
		readonly: defaulted(flag, false),
		timeout: defaulted(int(1), 3600), // assumed (G10): the seconds for which the link is valid
	},
	exactlyOne: [...oneFile, ['op_id', 'out_id', 'account']],
	handle: ({ world, library, p }) => {
		const entry = referredFile(library, p);
		const memberId = operatorId(library, p);
		// doc: Office documents only. assumed: the code is that of a missing preview.
		if (!isOffice(entry.name))
			throw new ServiceFailure(codes.noPreview, `'${entry.name}' is not an Office document`);
		const facts = { operator: String(memberId), readonly: p.readonly ? '1' : '0' };
		return { url: signedLink(world, `/cedit/${library.profile.mountId}/${entry.hash}`, facts, p.timeout) };
	},
});

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

/** doc: the code is the link's end. assumed (G30): all links at once. assumed (G16): an option adds what they allow. */
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
