import { createHash } from 'node:crypto';
import { appendToFile } from '../../../src/client/versions/appendToFile';
import { namedAnswers } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';

test('a content that is larger than the service said is not cut, and nothing is stored', async () => {
	const body = 'x'.repeat(50_000_001);
	const filehash = createHash('sha1').update(body).digest('hex');
	const http = namedAnswers({
		info: { body: { dir: 0, fullpath: 'a', filehash, filesize: 1 } },
		download_url: { body: { urls: ['https://files.example.com/link'] } },
		link: { body },
	});
	const store = jest.fn();
	const appending = {
		target: { fullpath: 'a', overwrite: true, operator: {} },
		contentOf: () => Buffer.alloc(0),
		store,
	};
	const { kind, message } = await errorOf(appendToFile(callerWith(http), appending));
	expect({ kind, message }).toMatchObject({
		kind: 'conflict',
		message: '"a" is larger than the 50 MB that text can be appended to',
	});
	expect(store).not.toHaveBeenCalled();
});
