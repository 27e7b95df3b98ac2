import { typed } from '../../protocol/catalogue/fieldTypes';
import * as library from '../../protocol/catalogue/libraryFiles';
import * as user from '../../protocol/catalogue/userFiles';
import { fieldsIn, type JsonObject } from '../../protocol/wire/json';
import { isLibraryError } from '../../protocol/wire/libraryError';
import { call, type Caller } from '../service/call';

type Params = Readonly<Record<string, string>>;

/** The calls about one file that a transfer makes. All throw what `call` throws. */
interface FileCalls {
	/**
	 * Basic information about the file, with numbers and texts as in the document; any field of it may be missing.
	 */
	info(params: Params): Promise<JsonObject>;
	/** Links to its content, any of which may be used. */
	downloadLinks(params: Params): Promise<readonly string[]>;
}

/** The calls for the account of a caller: a library authorization, or a user token. */
export const fileCalls = (caller: Caller): FileCalls =>
	caller.account.kind === 'token'
		? {
				info: async (params) => typed(fieldsIn(await call(caller, user.userGet, params))),
				downloadLinks: async (params) => (await call(caller, user.userGetDownloadLink, params)).uris ?? [],
			}
		: {
				info: async (params) =>
					typed(fieldsIn(await call(caller, library.get, { ...params, attribute: '10' }))),
				downloadLinks: async (params) => (await call(caller, library.getDownloadLink, params)).urls ?? [],
			};

/** Information about the file at a path; undefined when there is none. */
export async function infoIfExists(caller: Caller, params: Params): Promise<JsonObject | undefined> {
	try {
		return await fileCalls(caller).info(params);
	} catch (error) {
		if (isLibraryError(error) && error.kind === 'notFound') return undefined;
		throw error;
	}
}

/** The parameter that names the library in every request with a user token; a library authorization needs none. */
export const mountIn = ({ mount_id: mount }: Params): Record<string, string> =>
	mount === undefined ? {} : { mount_id: mount };
