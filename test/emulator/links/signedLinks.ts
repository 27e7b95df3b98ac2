import { createHmac, timingSafeEqual } from 'node:crypto';
import { codes, ServiceFailure } from '../http/errors';
import type { Exchange } from '../http/exchange';
import type { World } from '../world/world';

/** What a link says; all of it is signed. */
export type LinkFacts = Readonly<Record<string, string>>;

function keyOf(world: World, path: string, facts: URLSearchParams): string {
	const signed = [...facts]
		.filter(([name]) => name !== 'key')
		.map(([name, value]) => `${name}=${value}`)
		.sort();
	return createHmac('sha256', world.linkSecret)
		.update([path, ...signed].join('\n'))
		.digest('hex')
		.slice(0, 32);
}

/** A link of the content host that works for `lifeSeconds`. `path` begins with a slash. */
export function makeLink(
	world: World,
	path: string,
	facts: LinkFacts,
	lifeSeconds = world.options.linkSeconds,
): string {
	const query = new URLSearchParams({ ...facts, expires: String(world.serverNow() + lifeSeconds * 1000) });
	query.set('key', keyOf(world, path, query));
	return `${world.origins.content}${path}?${query.toString()}`;
}

/** What the link of a request says. assumed: a changed link, like an expired one, is answered with 403. */
export function readLink(world: World, { path, query }: Exchange): URLSearchParams {
	const facts = new URLSearchParams();
	for (const [name, value] of query) facts.append(name, value);
	const given = Buffer.from(facts.get('key') ?? '');
	const right = Buffer.from(keyOf(world, path, facts));
	if (given.length !== right.length || !timingSafeEqual(given, right))
		throw new ServiceFailure(codes.forbidden, 'the link is not valid');
	if (Number(facts.get('expires')) <= world.serverNow())
		throw new ServiceFailure(codes.forbidden, 'the link has expired');
	return facts;
}
