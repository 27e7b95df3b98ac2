import busboy from 'busboy';
import { badParameter, codes, ServiceFailure } from '../../http/errors';
import type { Exchange } from '../../http/exchange';
import { sendJson } from '../../http/exchange';
import { mergePairs } from '../../http/form';
import { actorOf, operator } from '../../families/libraryFile/shared';
import { holderOf } from '../../auth/userCaller';
import { libraryFor, nearestEntry, requirePermission } from '../../families/user/shared';
import type { Shape, Values } from '../../http/parameters';
import { defaulted, filled, flag, int, optional, path, readAll, required, text, word } from '../../http/parameters';
import type { Content, ContentWriter } from '../../store/content';
import type { Actor } from '../../store/library/entry';
import { fullpathOf } from '../../store/library/entry';
import type { Library } from '../../store/library/library';
import { joinPath } from '../../store/library/paths';
import { putFile, replacedFile } from '../../store/library/write';
import type { World } from '../../world/world';
import { libraryOf } from '../../world/world';
import type { Host } from '../host';

/** doc: fields of the library variant; dateline and sign may come too (ambiguity D01, fact 7.17). */
const fields = {
	org_client_id: required(filled),
	key: required(filled),
	path: required(path),
	name: required(filled),
	filefield: required(word('file')),
	overwrite: defaulted(flag, false),
	...operator,
	dateline: optional(text),
	sign: optional(text),
};

/** doc: fields of the user variant. */
const userFields = {
	token: required(filled),
	mount_id: required(int(1)),
	path: required(path),
	name: required(filled),
	filefield: required(word('file')),
	overwrite: defaulted(flag, false),
	dateline: optional(text),
	sign: optional(text),
};

interface Received {
	readonly pairs: Array<readonly [string, string]>;
	readonly fileFields: string[];
	content: Promise<Content> | null;
}

async function drain(stream: AsyncIterable<Buffer>, writer: ContentWriter): Promise<Content> {
	for await (const chunk of stream) await writer.append(chunk);
	return writer.seal();
}

/** Reads the multipart body; the file part streams into the store. */
function receive(exchange: Exchange, writer: ContentWriter): Promise<Received> {
	return new Promise((resolve, reject) => {
		const received: Received = { pairs: [...exchange.query], fileFields: [], content: null };
		// Without defParamCharset busboy reads file names as Latin-1.
		const parser = busboy({ headers: exchange.req.headers, defParamCharset: 'utf8' });
		parser.on('field', (name, value) => received.pairs.push([name, value]));
		parser.on('file', (name, stream) => {
			received.fileFields.push(name);
			if (received.content) return void stream.resume();
			received.content = drain(stream, writer);
			received.content.catch(reject);
		});
		parser.on('close', () => resolve(received));
		parser.on('error', reject);
		exchange.req.on('error', reject);
		exchange.req.pipe(parser);
	});
}

/** assumed: an unknown or expired key, or another library's, is 401 + 40101. */
function checkKey(world: World, orgClientId: string, key: string): void {
	const known = world.uploadKeys.get(key);
	if (known?.orgClientId !== orgClientId || known.expiresMs <= world.now()) {
		throw new ServiceFailure(codes.tokenInvalid, 'the upload key is invalid or has expired');
	}
}

/** Where a web upload goes and who sends it. */
interface Upload {
	readonly library: Library;
	readonly actor: Actor;
	readonly folder: string;
	readonly name: string;
	readonly overwrite: boolean;
}

function readFields<S extends Shape>(world: World, shape: S, raw: ReadonlyMap<string, string>): Values<S> {
	const unknown = [...raw.keys()].find((name) => !Object.hasOwn(shape, name));
	if (world.options.strict && unknown !== undefined) throw badParameter(unknown, 'is unknown to this operation');
	return readAll(shape, raw);
}

function libraryUpload(world: World, raw: ReadonlyMap<string, string>): Upload {
	const p = readFields(world, fields, raw);
	checkKey(world, p.org_client_id, p.key);
	const library = libraryOf(world, p.org_client_id, 401);
	return { library, actor: actorOf(library, p), folder: p.path, name: p.name, overwrite: p.overwrite };
}

function userUpload(world: World, raw: ReadonlyMap<string, string>): Upload {
	const p = readFields(world, userFields, raw);
	const caller = holderOf(world, p.token);
	const library = libraryFor(world, caller, p.mount_id);
	const replaced = replacedFile(library, { path: joinPath(p.path, p.name), overwrite: p.overwrite });
	requirePermission(
		library,
		replaced ?? nearestEntry(library, p.path),
		caller,
		replaced ? 'file_write' : 'file_upload',
	);
	return { library, actor: caller.actor, folder: p.path, name: p.name, overwrite: p.overwrite };
}

async function accept(world: World, received: Received): Promise<{ hash: string; filesize: number; fullpath: string }> {
	const raw = mergePairs(received.pairs, world.options.strict);
	const { library, actor, folder, name, overwrite } = raw.has('token')
		? userUpload(world, raw)
		: libraryUpload(world, raw);
	// doc: the part that holds the content is named `file`.
	if (received.fileFields[0] !== 'file' || !received.content) throw badParameter('file', 'is missing');
	const content = await received.content;
	if (name.includes('/')) throw badParameter('name', 'holds a slash');
	const write = { path: joinPath(folder, name), overwrite, actor, filehash: content.sha1, filesize: content.size };
	if (world.faults.libraryFull) throw new ServiceFailure(codes.libraryFull, 'library space insufficient');
	library.requireSpace(content.size - (replacedFile(library, write)?.filesize ?? 0));
	world.contents.add(content);
	const entry = putFile(library, write);
	return { hash: entry.hash, filesize: entry.filesize, fullpath: fullpathOf(entry) };
}

/** doc: web upload; the error body has `fullpath` besides code and text. */
export const webUploadHost: Host = {
	role: 'upload',
	serves: (address) => address === '/2/web_upload',
	handle: async (world, exchange) => {
		if (exchange.method !== 'POST')
			throw new ServiceFailure(codes.method, 'web_upload takes POST', { fullpath: '' });
		const writer = world.contents.writer();
		let fullpath = '';
		try {
			const received = await receive(exchange, writer);
			exchange.record.bodyBytes = writer.length;
			const named = new Map(received.pairs);
			exchange.record.params = Object.fromEntries(named);
			fullpath = joinPath(named.get('path') ?? '', named.get('name') ?? '');
			sendJson(exchange.res, 200, await accept(world, received));
		} catch (cause) {
			await writer.discard();
			if (cause instanceof ServiceFailure)
				throw new ServiceFailure(cause.code, cause.message, { fullpath }, cause.status);
			throw new ServiceFailure(
				codes.parameter,
				`the body is no multipart form: ${cause instanceof Error ? cause.message : ''}`,
				{ fullpath },
			);
		}
	},
};
