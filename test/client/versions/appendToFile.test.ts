import { createHash } from 'node:crypto';
import { appendToFile } from '../../../src/client/versions/appendToFile';
import { coveredVersion } from '../../../src/client/versions/coveredVersion';
import { namedAnswers, pageOf } from '../../support/namedAnswers';
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
		text: 'y',
		contentOf: () => Buffer.alloc(0),
		addedBetween: () => undefined,
		store,
	};
	const { kind, message } = await errorOf(appendToFile(callerWith(http), appending));
	expect({ kind, message }).toMatchObject({
		kind: 'conflict',
		message: '"a" is larger than the 50 MB that text can be appended to',
	});
	expect(store).not.toHaveBeenCalled();
});

describe('which version was covered', () => {
	const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
	/** The history of a file that got a version each second, the newest first. */
	const history = Array.from({ length: 300 }, (_, at) => 300 - at).map((n) => ({
		...{ hid: String(n), act: 3, dateline: 1_800_000_000 + n, filehash: sha1(String(n)) },
	}));

	test.each([
		['the newest first: one page tells it', history, 1],
		['the oldest first: all of it is read', history.toReversed(), 4],
	])('%s', async (_, all, requests) => {
		const http = namedAnswers({ history: (fields) => pageOf(all, fields) });
		const asked = { fullpath: 'a', stored: sha1('300'), before: sha1('298') };
		expect(await coveredVersion(callerWith(http), asked)).toBe(sha1('299'));
		expect(http.asked.length > 1).toBe(requests > 1);
	});
});
