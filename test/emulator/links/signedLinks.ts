import { createHmac } from 'node:crypto';
import { isSameText } from '../auth/sameText';
import { codes, ServiceFailure } from '../http/errors';
import type { Exchange } from '../http/exchange';
import type { World } from '../world/world';

/** The facts that a link carries in its query; all of them are signed. */
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

/** A link to the content host that is valid for `lifeSeconds`. `path` starts with a slash. */
export function signedLink(
	world: World,
	path: string,
	facts: LinkFacts,
	lifeSeconds = world.options.linkSeconds,
): string {
	const query = new URLSearchParams({ ...facts, expires: String(world.serverNow() + lifeSeconds * 1000) });
	query.set('key', keyOf(world, path, query));
	return `${world.origins.content}${path}?${query.toString()}`;
}

/** The facts of the link that was requested. assumed: a changed or expired link is answered with 403. */
export function readLink(world: World, { path, query }: Exchange): URLSearchParams {
	const facts = new URLSearchParams();
	for (const [name, value] of query) facts.append(name, value);
	if (!isSameText(facts.get('key') ?? '', keyOf(world, path, facts)))
		throw new ServiceFailure(codes.forbidden, 'the link is not valid');
	if (Number(facts.get('expires')) <= world.serverNow())
		throw new ServiceFailure(codes.forbidden, 'the link has expired');
	return facts;
}
