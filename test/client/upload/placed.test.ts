import type { Account } from '../../../src/client/service/account';
import { whereStored } from '../../../src/client/upload/stored';
import { namedAnswers } from '../../support/namedAnswers';
import { callerWith, orgAccount } from '../../support/ports';

/* Uploads that are under way together: where each file is, is looked up where they may have met at one path. */

const RESULT = {
	hash: 'h',
	fullpath: 'a',
	filehash: 'f',
	filesize: 1,
	instant: false,
	chunks: 1,
	retries: 0,
	bytesSent: 1,
};

test.each([
	['of one library: both are looked up', ['one', 'one'], ['info', 'info']],
	['of two libraries: neither is', ['one', 'two'], []],
])('two uploads to one path %s', async (_, libraries, names) => {
	const http = namedAnswers({ info: { body: { fullpath: 'a', hash: 'h' } } });
	const upload = async () => await Promise.resolve(RESULT);
	await Promise.all(
		libraries.map(async (clientId) => {
			const account = { ...orgAccount(), clientId } as Account;
			return await whereStored(callerWith(http, { account }), { fullpath: 'a', overwrite: false }, upload);
		}),
	);
	expect(http.names).toEqual(names);
});
