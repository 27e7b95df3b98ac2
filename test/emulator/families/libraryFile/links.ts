import { badParameter, missing, ServiceFailure, codes } from '../../http/errors';
import { seconds } from '../../time/clock';
import { isAnnotatable, isImage, isOffice, isPreviewable } from '../../links/fileKinds';
import { makeLink } from '../../links/signedLinks';
import { defaulted, flag, int, optional, path, required, sha1, text, word, filled } from '../../http/parameters';
import type { Entry } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { acts } from '../../store/library/library';
import type { World } from '../../world/world';
import { operation } from '../operation';
import { actorOf, fileRef, oneFile, operator, referred, referredFile } from './shared';

/** A 10-minute address of a content. assumed: `filename` is the name offered to the browser (ambiguity G06). */
export function downloadLink(
	world: World,
	entry: Entry,
	how: {
		filehash?: string | undefined;
		filename?: string | undefined;
		open?: boolean | undefined;
		net?: string | undefined;
	} = {},
): string {
	return makeLink(world, `/download/${how.filehash ?? entry.filehash}`, {
		name: how.filename ?? entry.name,
		...(how.open ? { open: '1' } : {}),
		...(how.net ? { net: how.net } : {}),
	});
}

export function previewLink(world: World, library: Library, entry: Entry, facts: Record<string, string> = {}): string {
	return makeLink(world, `/preview/${library.profile.mountId}/${entry.hash}`, facts);
}

export function thumbnailLink(world: World, entry: Entry): string {
	return makeLink(world, `/download/${entry.filehash}`, { name: entry.name, open: '1', thumbnail: '1' });
}

export const downloadUrl = operation({
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

/** doc, annotation variant: lists none of the parameters of the plain one but the file and op_id. */
function checkVariant(p: Readonly<Record<string, unknown>>): void {
	const foreign =
		p.annotation === undefined
			? ['annotation_mode', 'out_id', 'account']
			: ['watermark', 'member_name', 'thumbnail', 'op_name'];
	const wrong = foreign.find((name) => p[name] !== undefined);
	if (wrong)
		throw badParameter(
			wrong,
			`is unknown to preview_url ${p.annotation === undefined ? 'without' : 'with'} annotation`,
		);
}

/** doc: without an operator the annotation mode is forced to view; the default is add. */
function annotationFacts(
	library: Library,
	p: {
		annotation?: string | undefined;
		annotation_mode?: string | undefined;
		op_id?: number | undefined;
		out_id?: string | undefined;
		account?: string | undefined;
	},
): Record<string, string> {
	if (p.annotation === undefined) return {};
	const known = operatorOf(library, p);
	return {
		annotation: p.annotation,
		annotation_mode: known === undefined ? 'view' : (p.annotation_mode ?? 'add'),
		operator: String(known ?? ''),
	};
}

function operatorOf(
	library: Library,
	p: { op_id?: number | undefined; out_id?: string | undefined; account?: string | undefined },
): number | undefined {
	if (p.op_id !== undefined) return library.directory.memberById(p.op_id).id;
	if (p.out_id !== undefined) return library.directory.memberByOutId(p.out_id).id;
	return p.account === undefined ? undefined : library.directory.memberByAccount(p.account).id;
}

export const previewUrl = operation({
	params: {
		...fileRef,
		watermark: optional(flag),
		member_name: optional(text),
		thumbnail: optional(flag),
		...operator,
		annotation: optional(word('on', 'display')),
		annotation_mode: optional(word('view', 'admin')),
		out_id: optional(filled),
		account: optional(filled),
	},
	exactlyOne: oneFile,
	atMostOne: [['op_id', 'out_id', 'account']],
	handle: ({ world, library, p }) => {
		if (world.options.strict) checkVariant(p);
		const entry = referredFile(library, p);
		// doc: annotations on PDF and images only; fact table: 40017 is "no online preview".
		if (p.annotation !== undefined ? !isAnnotatable(entry.name) : !isPreviewable(entry.name)) {
			throw new ServiceFailure(codes.noPreview, `'${entry.name}' has no such online preview`);
		}
		library.note(entry, acts.preview, actorOf(library, p));
		const facts = { ...(p.watermark ? { watermark: p.member_name ?? '' } : {}), ...annotationFacts(library, p) };
		const url = previewLink(world, library, entry, facts);
		// ambiguity G07: assumed only for images, and with annotation always, as its result lists it.
		const thumbnail = isImage(entry.name) && (p.thumbnail === true || p.annotation !== undefined);
		return { url, ...(thumbnail ? { thumbnail: thumbnailLink(world, entry) } : {}) };
	},
});

export const ceditUrl = operation({
	params: {
		...fileRef,
		op_id: optional(int(0)),
		out_id: optional(filled),
		account: optional(filled),
		readonly: defaulted(flag, false),
		timeout: defaulted(int(1), 3600),
	},
	exactlyOne: [...oneFile, ['op_id', 'out_id', 'account']],
	handle: ({ world, library, p }) => {
		const entry = referredFile(library, p);
		const member = operatorOf(library, p);
		// doc: Office documents only; assumed: the code is that of a missing preview.
		if (!isOffice(entry.name))
			throw new ServiceFailure(codes.noPreview, `'${entry.name}' is not an Office document`);
		const facts = { operator: String(member), readonly: p.readonly ? '1' : '0' };
		return { url: makeLink(world, `/cedit/${library.profile.mountId}/${entry.hash}`, facts, p.timeout) };
	},
});

const DEFAULT_LIFE_SECONDS = 48 * 3600;

export const link = operation({
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
		// ambiguity G14: seconds, -1 is permanent. assumed: a time that has passed is refused.
		const deadline = p.deadline ?? now + DEFAULT_LIFE_SECONDS;
		if (deadline !== -1 && deadline <= now)
			throw badParameter('deadline', 'has passed (Unix seconds are expected)');
		const made = library.links.open({
			entry: library.tree.get(p.fullpath),
			deadline,
			auth: p.auth,
			password: p.password ?? '',
		});
		library.note(made.entry, acts.link, actor);
		return { link: `${world.origins.content}/link/${made.code}`, code: made.code };
	},
});

export const linkClose = operation({
	params: { code: optional(filled), fullpath: optional(path), ...operator },
	exactlyOne: [['code', 'fullpath']],
	handle: ({ library, p }) => {
		if (p.code === undefined) library.links.closeAll(referred(library, p));
		else if (!library.links.close(p.code))
			throw new ServiceFailure(codes.fileMissing, `link '${p.code}' does not exist`);
		return {};
	},
});

export const links = operation({
	params: { file: defaulted(flag, false) },
	handle: ({ world, library, p }) =>
		library.links
			.list(seconds(world.now()))
			.filter(({ entry }) => !p.file || !entry.children)
			.map(({ entry, code, deadline, password }) => ({
				filename: entry.name,
				filesize: entry.children ? 0 : entry.filesize,
				link: `${world.origins.content}/link/${code}`,
				deadline,
				password: password === '' ? 0 : 1,
			})),
});
