import { initLibraryUpload, initUserUpload } from '../../protocol/catalogue/uploadRequests';
import { parseBody } from '../../protocol/wire/errorBody';
import { fieldsIn, filledText } from '../../protocol/wire/json';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { baseName } from '../../protocol/wire/paths';
import { rfc3986 } from '../../protocol/wire/percentEncoding';
import type { Account } from '../service/account';
import type { Caller } from '../service/call';
import type { UploadContent, UploadFile, UploadSession } from './port';
import { sendToServer } from './serverRequest';
import { anyOf } from './servers';

/**
 * Opens a session for a file; `complete` when the service needs no content. Tried once more when the account was
 * refused and could be renewed, as `call` does: a refused init did nothing.
 */
export async function openSession(
	caller: Caller,
	file: UploadFile,
	content: UploadContent,
	signal: AbortSignal,
): Promise<UploadSession | 'complete'> {
	try {
		return await initUpload(caller, file, content, signal);
	} catch (cause) {
		const refused = isLibraryError(cause) && (cause.status === 401 || cause.status === 403);
		const account = refused ? await caller.renew?.(cause, caller.account) : undefined;
		if (!account) throw cause;
		return await initUpload({ ...caller, account }, file, content, signal);
	}
}

async function initUpload(
	caller: Caller,
	file: UploadFile,
	content: UploadContent,
	signal: AbortSignal,
): Promise<UploadSession | 'complete'> {
	const op = caller.account.kind === 'token' ? initUserUpload : initLibraryUpload;
	// When starting over, perhaps another server.
	const server = anyOf(file.servers, caller.random) ?? '';
	const { status, text } = await sendToServer(caller, {
		op,
		server,
		signal,
		values: {
			filename: rfc3986(baseName(file.fullpath)),
			pathhash: file.hash,
			filehash: content.sha1,
			filesize: String(content.size),
		},
		...identityOf(caller.account),
	});
	if (status === 202) return 'complete';
	const id = sessionIn(text);
	if (id === undefined)
		throw new LibraryError('protocol', "The upload server didn't open a session", { operation: op.id, status });
	caller.vault?.note(id);
	return { server, id };
}

/** The account that uploads: exactly one of ID and token (E01); later requests are identified by their session. */
function identityOf(account: Account) {
	if (account.kind === 'token') return { more: { headers: { [`x-${account.vendorPrefix}-token`]: account.token } } };
	return account.kind === 'org' ? { query: `?${new URLSearchParams({ org_client_id: account.clientId })}` } : {};
}

function sessionIn(text: string): string | undefined {
	const body = parseBody(text);
	return body.json ? filledText(fieldsIn(body.value).session) : undefined;
}
