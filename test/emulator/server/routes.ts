import { enterprise } from '../families/enterprise';
import { libraryAdmin } from '../families/libraryAdmin';
import { libraryFile } from '../families/libraryFile';
import { type Operation } from '../families/operation';
import { partner } from '../families/partner';
import { permission } from '../families/permission';
import { user } from '../families/user';
import { downloadHost } from '../hosts/content/download';
import { linkHost } from '../hosts/content/externalLink';
import { consoleHost, editHost, previewHost } from '../hosts/content/pages';
import { type Host, type Role } from '../hosts/host';
import { signOnHost } from '../hosts/signOn/signOn';
import { tokenHost } from '../hosts/signOn/token';
import { uploadHost } from '../hosts/upload/upload';
import { webUploadHost } from '../hosts/upload/webUpload';
import { readWebUpload } from '../hosts/upload/webUploadForm';
import { badParameter, codes, ServiceFailure } from '../http/errors';
import { type Exchange, sendJson } from '../http/exchange';
import { mergePairs, type Parameters } from '../http/form';
import { readParameters, requireMethod } from '../http/requestParameters';
import { type Content } from '../store/content';
import { type World } from '../world/world';

/** Whether the parameters come with a file, which lenient mode takes. */
function isMultipart(exchange: Exchange): boolean {
	return /^multipart\/form-data\b/i.test(exchange.req.headers['content-type'] ?? '');
}

/**
 * fact 7.19: create_file as a multipart form with the content, which the service then has already. assumed: SHA1 and
 * size may be left out, as they follow from the content.
 */
async function readMultipart(world: World, exchange: Exchange): Promise<Parameters> {
	const writer = world.contents.writer();
	try {
		const form = await readWebUpload(exchange, writer);
		exchange.record.params = Object.fromEntries(form.pairs);
		const content = await form.content;
		exchange.record.bodyBytes = content?.size ?? 0;
		const parameters = mergePairs(form.pairs, false);
		if (!content) return parameters;
		writer.release();
		return withContent(world, parameters, content);
	} catch (cause) {
		await writer.discard();
		throw badParameter('Content-Type', `is a multipart form, but: ${cause instanceof Error ? cause.message : ''}`);
	}
}

function withContent(world: World, parameters: Parameters, content: Content): Parameters {
	world.contents.add(content);
	return new Map([['filehash', content.sha1], ['filesize', String(content.size)], ...parameters]);
}

/** fact 6.10: older names of partner operations. */
const renamed: Readonly<Record<string, string>> = {
	'/m-api/1/thirdparty/get_sso_url': '/m-api/1/thirdparty/ent_sso_url',
	'/m-api/1/thirdparty/get_token': '/m-api/1/thirdparty/get_client_id',
};

/**
 * The addresses of the interface that an older one may stand for. fact 2.6: where each family had a host of its own,
 * paths began with the version. assumed: a token tells the operations of both families apart.
 */
function interfaceAddresses(path: string, parameters: Parameters): readonly string[] {
	if (!/^\/[12]\//.test(path)) return [renamed[path] ?? path];
	const both = [`/m-open${path}`, `/m-api${path}`];
	return parameters.has('token') ? both.reverse() : both;
}

/** Which addresses a port serves. */
export type PortRole = Role | 'all';

/** Every signed operation. */
const operations: readonly Operation[] = [
	...libraryFile,
	...permission,
	...libraryAdmin,
	...enterprise,
	...user,
	...partner,
];

/** Everything else that is served. */
const hosts: readonly Host[] = [
	tokenHost,
	signOnHost,
	uploadHost,
	webUploadHost,
	downloadHost,
	previewHost,
	editHost,
	linkHost,
	consoleHost,
];

const byPath = new Map(operations.map((operation) => [operation.path, operation]));
if (byPath.size < operations.length) throw new Error('two operations have the same path');

/** fact, error codes: 40001 is "wrong address". */
const nothingAt = (path: string): ServiceFailure =>
	new ServiceFailure(codes.wrongAddress, `there is nothing at ${path}`);

function operationAtOlder(address: string, raw: Parameters): Operation {
	const found = interfaceAddresses(address, raw).flatMap((path) => byPath.get(path) ?? []);
	if (!found[0]) throw nothingAt(address);
	return found[0];
}

/** Runs a signed operation; lenient mode finds it at an older address too. */
async function runOperation(world: World, exchange: Exchange): Promise<void> {
	const { strict } = world.options;
	const documented = byPath.get(exchange.path);
	if (strict && documented?.lenientOnly !== false) throw nothingAt(exchange.path);
	requireMethod(exchange.method, documented?.method ?? 'POST', strict);
	const withFile = !strict && isMultipart(exchange);
	const raw = withFile ? await readMultipart(world, exchange) : await readParameters(exchange, strict);
	const { path, run } = documented ?? operationAtOlder(exchange.path, raw);
	const operation = path.slice(path.lastIndexOf('/') + 1);
	sendJson(exchange, 200, await run({ world, record: exchange.record, operation, raw }));
}

/** Answers a request; throws ServiceFailure. */
export async function route(world: World, role: PortRole, exchange: Exchange): Promise<void> {
	const host = hosts.find((each) => (role === 'all' || each.role === role) && each.serves(exchange.path));
	if (host) return host.handle(world, exchange);
	// fact 2.6: a health check.
	if (exchange.path === '/m-open/status') return sendJson(exchange, 200, { status: 'ok' });
	if (role === 'all' || role === 'service') return runOperation(world, exchange);
	throw nothingAt(exchange.path);
}
