import { errorOf } from '../../support/ports';
import { closeClient, closeHosts, data, get, host, rangeReply } from './fileHost';

afterEach(closeHosts);
afterAll(closeClient);

/** Nothing listens there. */
const DEAD = 'http://127.0.0.1:1/';

test('each address is tried in turn', async () => {
	const bad = await host(() => ({ status: 500 }));
	const good = await host((request) => rangeReply(request));
	expect(await get([`${bad.url}/x`, DEAD, good.url])).toHaveLength(data.length);
});

test('expired links are renewed once, and a cut after that does not renew them again', async () => {
	const { url } = await host((request) =>
		request.path === '/old'
			? { status: 403, body: '<html>expired</html>' }
			: rangeReply(request, request.index === 1 ? 50_000 : undefined),
	);
	const renew = jest.fn(async () => [`${url}/new`]);
	expect((await get([`${url}/old`], { renew })).equals(data)).toBe(true);
	expect(renew).toHaveBeenCalledTimes(1);
});

test('links that are refused after renewal too are reported', async () => {
	const { url } = await host(() => ({ status: 404 }));
	const renew = jest.fn(async () => [`${url}/2`]);
	expect(await errorOf(get([url], { renew }))).toMatchObject({ kind: 'notFound', status: 404 });
	expect(renew).toHaveBeenCalledTimes(1);
});

test('a link that expires during the download is renewed', async () => {
	const { url } = await host((request) =>
		request.path === '/a' && request.index > 0
			? { status: 410 }
			: rangeReply(request, request.index === 0 ? 50_000 : undefined),
	);
	expect((await get([`${url}/a`], { renew: async () => [`${url}/b`] })).equals(data)).toBe(true);
});

test('one expired address among dead ones is reason enough to renew', async () => {
	const { url } = await host((request) => (request.path === '/old' ? { status: 403 } : rangeReply(request)));
	const content = await get([`${url}/old`, DEAD], { renew: async () => [`${url}/new`] });
	expect(content.equals(data)).toBe(true);
});
