import busboy from 'busboy';
import { actorOf, holderOf, libraryBehind, libraryFor, operator, requirePermission } from '../../auth/callers';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { type Exchange, mergePairs, type Pair, type Parameters, sendJson } from '../../http/exchange';
import type { Json } from '../../http/json';
import {
	defaulted,
	filled,
	flag,
	int,
	optional,
	path,
	readAll,
	refuseUnknown,
	required,
	type Shape,
	text,
	type Values,
	word,
} from '../../http/parameters';
import type { Content, ContentWriter } from '../../store/content';
import { fullpathOf, joinPath } from '../../store/library/entry';
import { nearestEntry, putFile, replacedFile } from '../../store/library/write';
import type { World } from '../../world/world';
import type { Host } from '../host';

interface WebUploadForm {
	/** Text fields, and the query. */
	readonly pairs: Pair[];
	/** Names of the file parts. */
	readonly fileFields: string[];
	/** Content of the first file part, while it is being received; null without one. */
	content: Promise<Content> | null;
}

async function receive(stream: AsyncIterable<Buffer>, writer: ContentWriter): Promise<Content> {
	for await (const chunk of stream) await writer.append(chunk);
	return writer.seal();
}

/** Reads the body; the first file part is streamed to `writer`. Rejects when the body is not a multipart form. */
function readWebUpload(exchange: Exchange, writer: ContentWriter): Promise<WebUploadForm> {
	return new Promise((resolve, reject) => {
		const form: WebUploadForm = { pairs: [...exchange.query], fileFields: [], content: null };
		// Without defParamCharset busboy reads file names as Latin-1.
		const parser = busboy({ headers: exchange.req.headers, defParamCharset: 'utf8' });
		parser.on('field', (name, value) => form.pairs.push([name, value]));
		parser.on('file', (name, stream) => {
			form.fileFields.push(name);
			if (form.content) return void stream.resume();
			form.content = receive(stream, writer);
			form.content.catch(reject);
		});
		parser.on('close', () => resolve(form));
		parser.on('error', reject);
		exchange.req.on('error', reject);
		exchange.req.pipe(parser);
	});
}

/** doc: fields of both variants. fact 7.17, assumed (D01): dateline and sign may be sent but are not checked. */
const target = {
	path: required(path),
	name: required(filled),
	filefield: required(word('file')),
	overwrite: defaulted(flag, false),
	dateline: optional(text),
	sign: optional(text),
};

function readFields<S extends Shape>(shape: S, raw: Parameters): Values<S> {
	refuseUnknown(raw, Object.keys(shape));
	return readAll(shape, raw);
}

function libraryDestination(world: World, raw: Parameters) {
	const p = readFields({ org_client_id: required(filled), key: required(filled), ...target, ...operator }, raw);
	const known = world.uploadKeys.get(p.key);
	// assumed: a key that is unknown, expired or another library's is 401 + 40101.
	if (known?.orgClientId !== p.org_client_id || known.expiresMs <= world.now())
		throw new ServiceFailure(codes.tokenInvalid, 'the upload key is invalid or has expired');
	const library = libraryBehind(world, p.org_client_id);
	return { library, actor: actorOf(library, p), folder: p.path, name: p.name, overwrite: p.overwrite };
}

function userDestination(world: World, raw: Parameters) {
	const p = readFields({ token: required(filled), mount_id: required(int(1)), ...target }, raw);
	const caller = holderOf(world, p.token);
	const library = libraryFor({ world, ...caller }, p.mount_id);
	const replaced = replacedFile(library, { path: joinPath(p.path, p.name), overwrite: p.overwrite });
	if (replaced) requirePermission(caller, 'file_write', library, replaced);
	else requirePermission(caller, 'file_upload', library, nearestEntry(library, p.path));
	return { library, actor: caller.actor, folder: p.path, name: p.name, overwrite: p.overwrite };
}

async function accept(world: World, form: WebUploadForm): Promise<Json> {
	const raw = mergePairs(form.pairs);
	const { library, actor, folder, name, overwrite } = raw.has('token')
		? userDestination(world, raw)
		: libraryDestination(world, raw);
	// doc (D02): the content is in the part `file`. assumed (D04): the field `name` counts, not the part's file name.
	if (form.fileFields[0] !== 'file' || !form.content) throw badParameter('file', 'is missing');
	const content = await form.content;
	if (name.includes('/')) throw badParameter('name', 'contains a slash');
	const write = { path: joinPath(folder, name), overwrite, actor, filehash: content.sha1, filesize: content.size };
	if (world.faults.libraryFull) throw new ServiceFailure(codes.libraryFull, 'library space insufficient');
	library.requireSpace(content.size - (replacedFile(library, write)?.filesize ?? 0));
	const entry = putFile(library, write);
	world.contents.add(content);
	return { hash: entry.hash, filesize: entry.filesize, fullpath: fullpathOf(entry) };
}

/** doc: error bodies of web uploads contain `fullpath` besides code and message. */
function failureWith(fullpath: string, cause: unknown): ServiceFailure {
	if (cause instanceof ServiceFailure)
		return new ServiceFailure(cause.code, cause.message, { fullpath }, cause.status);
	const reason = cause instanceof Error ? cause.message : '';
	return new ServiceFailure(codes.parameter, `the body is not a multipart form: ${reason}`, { fullpath });
}

/** doc: web upload. */
export const webUploadHost: Host = {
	role: 'upload',
	serves: (address) => address === '/2/web_upload',
	handle: async (world, exchange) => {
		if (exchange.method !== 'POST')
			throw new ServiceFailure(codes.method, 'web_upload takes POST', { fullpath: '' });
		const writer = world.contents.writer();
		let fullpath = '';
		try {
			const form = await readWebUpload(exchange, writer);
			exchange.record.bodyBytes = writer.length;
			const fields = new Map(form.pairs);
			exchange.record.params = Object.fromEntries(fields);
			fullpath = joinPath(fields.get('path') ?? '', fields.get('name') ?? '');
			const answer = await accept(world, form);
			sendJson(exchange, 200, answer);
		} catch (cause) {
			throw failureWith(fullpath, cause);
		} finally {
			await writer.discard();
		}
	},
};
