import { sample } from './contractAnswers';
import { type Recorded, TOKEN } from './strictOracle';
import { sha1 } from '../../support/hashes';
import type { UploadSessions } from './uploadSessions';

/** The answer to a request; undefined leaves it to a sample of the contract. */
type OwnAnswer = (params: Record<string, string>, request: Recorded) => unknown;

/** What the answers depend on. */
interface ServerState {
	address(): string;
	contentOf(path: string | undefined): Buffer;
	readonly files: Map<string, Buffer>;
	readonly uploads: UploadSessions;
}

const sampleOf = (schema: string): object => sample({ $ref: `#/components/schemas/${schema}` }) as object;

/** The time of the only entry in the updates feed, Unix milliseconds. */
const UPDATED_AT = 4_000_000_000_000;

/** A content that every file had once, and that the service still has, as its SHA1 says. */
const EARLIER = Buffer.from('article,price\nHammer,12.00\n');
export const EARLIER_CONTENT = '1633ee0736582509b656acbe88e4b534cdc4221b';

/** The folder that the examples of Mirror copy: it contains a file that no other folder has. */
const MIRRORED = 'Contracts';
const OWN = `${MIRRORED}/own.txt`;
const OWN_HASH = 'own';

/** Content of every file that a test has not set. */
export const contentOfAny = (path: string | undefined): Buffer =>
	path === OWN ? EARLIER : Buffer.from('content of any file\n');

/** The feed advances: a request from the answered time on answers nothing more. */
function updatesAnswer({ fetch_dateline = '0', mode }: Record<string, string>): object {
	const cursor = Number(fetch_dateline);
	const isShown = mode === 'compare' ? cursor < UPDATED_AT : cursor === 0 || cursor > UPDATED_AT;
	const list = isShown ? [{ ...sampleOf('FileEntryLibrary'), ...(mode === 'compare' ? { cmd: 1 } : {}) }] : [];
	return { fetch_dateline: isShown ? UPDATED_AT : cursor, list };
}

/** Answers of the strict server that depend on the request, by operation; all others are samples of their schema. */
export const strictAnswers = (server: ServerState): Readonly<Record<string, OwnAnswer>> => ({
	libraryFileInfo: ({ fullpath: path = 'Folder/by id.txt', hash = 'h', attribute }) => ({
		...sampleOf(attribute === '10' ? 'FileInfoLibraryBasic' : 'FileInfoLibrary'),
		dir: 0,
		hash,
		fullpath: path,
		filename: path.split('/').at(-1),
		filehash: sha1(server.contentOf(path)),
		filesize: server.contentOf(path).length,
	}),
	libraryFileList: ({ fullpath, start = '0' }) => {
		const own = { ...sampleOf('FileEntryLibrary'), dir: 0, filename: 'own.txt', fullpath: OWN };
		const list = [
			sampleOf('FileEntryLibrary'),
			{ ...own, hash: OWN_HASH, filehash: EARLIER_CONTENT, filesize: EARLIER.length },
		];
		return fullpath === MIRRORED ? { count: list.length, list: list.slice(Number(start)) } : undefined;
	},
	libraryFileHistory: () => ({
		count: 1,
		list: [{ ...sampleOf('HistoryEntry'), filehash: EARLIER_CONTENT, filesize: EARLIER.length }],
	}),
	libraryFileDownloadUrl: ({ hash, fullpath = hash === OWN_HASH ? OWN : '' }) => ({
		urls: [`${server.address()}/content/${encodeURIComponent(fullpath)}`],
	}),
	libraryFileUpdates: updatesAnswer,
	// One result for each source.
	libraryFileCopyMany: ({ from_fullpaths: sources = '' }) =>
		sources.split('|').map((fullpath) => ({ hash: 'h', fullpath })),
	libraryFileQueueStatus: () => ({ ...sampleOf('QueueItem'), status: 2 }),
	libraryFileUploadServers: () => ({ 'm-upload': [server.address()], key: 'temporary-key' }),
	...uploadAnswers(server),
	...userAnswers(server),
});

/** What a file has at a path. */
const fileFields = (server: ServerState, path = ''): object => {
	const content = server.contentOf(path);
	return { hash: path === OWN ? OWN_HASH : 'h', filehash: sha1(content), filesize: content.length };
};

/** The answers to a person. */
const userAnswers = (server: ServerState): Readonly<Record<string, OwnAnswer>> => ({
	tokenIssue: () => ({ access_token: TOKEN, refresh_token: 'refresh', expires_in: 21_600 }),
	userFileInfo: ({ fullpath = 'Folder/by id.txt' }) => ({
		...sampleOf('FileEntryUserInfo'),
		...fileFields(server, fullpath),
		dir: 0,
		fullpath,
		filename: fullpath.split('/').at(-1),
	}),
	userFileList: ({ fullpath, start = '0' }) => {
		const entry = sampleOf('FileEntryUser');
		const list = [entry, { ...entry, dir: 0, filename: 'own.txt', fullpath: OWN, ...fileFields(server, OWN) }];
		return fullpath === MIRRORED ? { count: list.length, list: list.slice(Number(start)) } : undefined;
	},
	userFileDownloadUrl: ({ hash, fullpath = hash === OWN_HASH ? OWN : '' }) => ({
		...fileFields(server, fullpath),
		lock: 0,
		uris: [`${server.address()}/content/${encodeURIComponent(fullpath)}`],
	}),
	userFileUploadServer: () => ({ server: server.address() }),
});

function uploadAnswers({ address, uploads, files }: ServerState): Readonly<Record<string, OwnAnswer>> {
	const createFile: OwnAnswer = ({ fullpath = '', filehash }) => {
		if (filehash === EARLIER_CONTENT) return { state: 1, hash: 'path-hash', fullpath };
		uploads.announce(fullpath);
		return { state: 0, hash: 'path-hash', fullpath, server: address() };
	};
	const webUpload: OwnAnswer = ({ path = '', name = '' }, { body }) => {
		const fullpath = path === '' ? name : `${path}/${name}`;
		files.set(fullpath, body);
		return { hash: 'h', filesize: body.length, fullpath };
	};
	return {
		libraryFileCreateFile: createFile,
		userFileCreateFile: createFile,
		webUploadLibrary: webUpload,
		webUploadUser: webUpload,
		uploadInitLibrary: (_, { headers }) => uploads.open(headers),
		uploadInitUser: (_, { headers }) => uploads.open(headers),
		uploadPart: (_, { headers, body, problems }) => {
			problems.push(...uploads.part(headers, body));
			return {};
		},
		uploadQuery: (_, { headers }) => uploads.held(headers),
		uploadFinish: (_, { headers, problems }) => {
			problems.push(...uploads.finish(headers));
			return {};
		},
	};
}
