import type { ContractOperation } from '../../contract/contract';
import type { RecordedRequest } from '../../support/fakeServer';
import { sampleAnswer } from '../support/contractAnswers';
import { strictAnswers } from '../support/strictAnswers';
import type { Recorded } from '../support/strictJudge';
import { sha1, UploadSessions } from '../support/uploadSessions';
import type { LabSecrets } from './labSecrets';

/* What the service answers when nothing is wrong: samples of the contract, with secrets that need every escape. */

type Params = Record<string, string>;
type Answers = (op: ContractOperation, params: Params, request: RecordedRequest, body: Buffer) => unknown;

/** Content of every file. */
export const CONTENT = Buffer.from('content of any file\n');

/** The answers of one service. `address` is its own, under which it serves uploads and downloads too. */
export function goodAnswers(address: () => string, secrets: LabSecrets): Answers {
	const uploads = new UploadSessions(() => undefined);
	const link = (path: string): string =>
		`${address()}/content/${encodeURIComponent(secrets.linkPath)}/${encodeURIComponent(path)}` +
		`?sig=${encodeURIComponent(secrets.linkSignature)}&expires=1`;
	const strict = strictAnswers({ address, contentOf: () => CONTENT, files: new Map(), uploads });
	const file = (path: string): object => ({
		...{ hash: 'h', dir: 0, fullpath: path, filename: path.split('/').at(-1) },
		...{ filehash: sha1(CONTENT), filesize: CONTENT.length },
	});
	const own: Readonly<Record<string, (params: Params, request: RecordedRequest, body: Buffer) => unknown>> = {
		orgBind: () => ({ org_client_id: secrets.boundClient, org_client_secret: secrets.bound }),
		signOnEntGrant: () => ({ svckey: secrets.signOnKey }),
		tokenIssue: () => ({ access_token: secrets.access, refresh_token: secrets.refresh, expires_in: 21600 }),
		libraryFileDownloadUrl: ({ fullpath = 'x' }) => ({ urls: [link(fullpath)] }),
		libraryFileUploadServers: () => ({ 'm-upload': [address()], key: secrets.uploadKey }),
		libraryFilePreviewUrl: () => ({ url: `${address()}/preview?key=${encodeURIComponent(secrets.previewKey)}` }),
		userFileInfo: ({ fullpath = 'Folder/by id.txt' }) => file(fullpath),
		userFileDownloadUrl: ({ fullpath = 'x' }) => ({ ...file(fullpath), lock: 0, uris: [link(fullpath)] }),
		userFileUploadServer: () => ({ server: address() }),
		userFileCreateFile: ({ fullpath = '' }) => {
			uploads.announce(fullpath);
			return { state: 0, hash: 'path-hash', fullpath, server: address() };
		},
		uploadInitLibrary: (_, { headers }) => uploads.open(headers, secrets.session),
		uploadInitUser: (_, { headers }) => uploads.open(headers, secrets.session),
		webUploadUser: ({ path = '', name = '' }, _, body) => ({
			...{ hash: 'h', filesize: body.length, fullpath: path === '' ? name : `${path}/${name}` },
		}),
	};
	return (op, params, request, body) => {
		const made = own[op.id]?.(params, request, body);
		if (made !== undefined) return made;
		const recorded: Recorded = {
			...{ operation: op.id, method: request.method, path: request.path, params },
			...{ headers: request.headers, body, problems: [] },
		};
		return strict[op.id]?.(params, recorded) ?? sampleAnswer(op);
	};
}
