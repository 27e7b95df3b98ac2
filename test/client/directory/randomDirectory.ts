import fc from 'fast-check';
import { department, member, type Json } from '../../protocol/directory/entries';
import type { DirectoryWorld } from './directoryWorld';

/* Random directories: the one there is, and the one that is wanted. */

const GROUPS = ['a', 'b', 'c', 'd', 'e'];
const PEOPLE = ['p', 'q', 'r', 's', 't'];
/** Few accounts, so that members exchange them and take those of others. */
const ACCOUNTS = ['kim', 'lee', 'max', 'ned', 'oda', 'pia'];
/** One has passed and one has not; the time of all runs is in 2026. */
const DAYS = ['', '2025-01-31', '2027-01-31'];

interface Tree {
	order: string[];
	/** Indexes in `order`. */
	parents: readonly number[];
	names: string[];
}
export interface Start {
	tree: Tree;
	/** Whether there is a department without an external ID, made in the console. */
	ofConsole: boolean;
	accounts: string[];
	people: Record<string, Person>;
}
interface Person {
	email: string;
	groups: string[];
	/** At the top level where there are no groups; otherwise hidden. */
	top: boolean;
	enabled: boolean;
	expires: string;
	/** Index in the list of people; nobody where it is too high. */
	leader: number;
}
export interface Goal {
	tree: Tree;
	/** Whether the input leaves out the parents of departments. */
	withoutParents: boolean;
	/** By the index of the department; undefined is left out. */
	orders: Array<number | undefined>;
	accounts: string[];
	people: Record<string, WantedPerson>;
}
interface WantedPerson {
	/** Whether the account is left out, if the member exists. */
	keepsAccount: boolean;
	upperCase: boolean;
	email: string | undefined;
	groups: string[] | undefined;
	enabled: boolean | undefined;
	expires: string | undefined;
	/** Index in the list of people, -1 for nobody; left out where nobody is there. */
	leader: number | undefined;
}

const tree: fc.Arbitrary<Tree> = fc.record({
	order: fc.shuffledSubarray(GROUPS),
	parents: fc.tuple(...GROUPS.map((_, at) => fc.integer({ min: -1, max: at - 1 }))),
	names: fc.array(fc.constantFrom('X', 'Y'), { minLength: 5, maxLength: 5 }),
});
const groups = fc.array(fc.constantFrom(...GROUPS), { maxLength: 3 });
const accounts = fc.shuffledSubarray(ACCOUNTS, { minLength: PEOPLE.length });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

export const start: fc.Arbitrary<Start> = fc.record({
	tree,
	ofConsole: fc.boolean(),
	accounts,
	people: fc.dictionary(
		fc.constantFrom(...PEOPLE),
		fc.record({
			email: fc.constantFrom('', 'x@x'),
			groups,
			top: fc.boolean(),
			enabled: fc.boolean(),
			expires: fc.constantFrom(...DAYS),
			leader: fc.nat(PEOPLE.length + 1),
		}),
	),
});
export const goal: fc.Arbitrary<Goal> = fc.record({
	tree,
	withoutParents: fc.boolean(),
	orders: fc.array(maybe(fc.nat(3)), { minLength: GROUPS.length, maxLength: GROUPS.length }),
	accounts,
	people: fc.dictionary(
		fc.constantFrom(...PEOPLE),
		fc.record({
			keepsAccount: fc.boolean(),
			upperCase: fc.boolean(),
			email: maybe(fc.constantFrom('', 'x@x', 'X@x')),
			groups: maybe(groups),
			enabled: maybe(fc.boolean()),
			expires: maybe(fc.constantFrom(...DAYS)),
			leader: maybe(fc.integer({ min: -1, max: PEOPLE.length - 1 })),
		}),
	),
});

/** External ID of the parent; undefined at the top level. */
export const parentIn = ({ order, parents }: Tree, at: number): string | undefined => order[parents[at] ?? -1];
const secondsOf = (day: string): number | null => (day === '' ? null : Date.parse(day) / 1000);
const accountOf = (all: readonly string[], outId: string): string => all[PEOPLE.indexOf(outId)] ?? '';

export function fill(world: DirectoryWorld, from: Start): void {
	const { directory } = world.empty();
	from.tree.order.forEach((outId, at) => {
		const parent = parentIn(from.tree, at);
		world.addGroup(
			outId,
			from.tree.names[at] ?? '',
			parent === undefined ? undefined : directory.groupByOutId(parent),
		);
	});
	if (from.ofConsole) world.addGroup('', 'of the console', [...directory.groups.values()].at(-1));
	for (const [outId, { groups: all, top, email, enabled, expires }] of Object.entries(from.people)) {
		const groups = all.flatMap((group) => directory.findGroup(group) ?? []);
		const account = accountOf(from.accounts, outId);
		// No answer of the service shows a member in a department and at the top level at once.
		const isTop = top && groups.length === 0;
		world.addMember({ outId, account, email, enabled, expire: secondsOf(expires), groups, top: isTop });
	}
	for (const [outId, { leader }] of Object.entries(from.people)) {
		const above = PEOPLE[leader];
		if (above !== undefined && above in from.people)
			directory.memberByOutId(outId).leaderId = directory.memberByOutId(above).id;
	}
	world.addMember({ name: 'of the console', account: 'root', top: true });
}

/** External ID of a wanted supervisor, '' for nobody; undefined where the input says nothing. */
export function leaderIn({ people }: Goal, { leader }: WantedPerson): string | undefined {
	if (leader === undefined) return undefined;
	if (leader < 0) return '';
	const outId = PEOPLE[leader] ?? '';
	return outId in people ? outId : undefined;
}

function memberEntry(from: Start, to: Goal, outId: string, person: WantedPerson): Json {
	const account = accountOf(to.accounts, outId);
	return member(outId, {
		account:
			person.keepsAccount && outId in from.people
				? undefined
				: person.upperCase
					? account.toUpperCase()
					: account,
		email: person.email,
		enabled: person.enabled,
		expires: person.expires,
		leader: leaderIn(to, person),
		departmentOutIds: person.groups?.filter((group) => to.tree.order.includes(group)),
	});
}

export function entriesOf(from: Start, to: Goal): Json[] {
	const departments = to.tree.order.map((outId, at) =>
		department(outId, {
			name: to.tree.names[at],
			order: to.orders[at],
			...(to.withoutParents ? {} : { parentOutId: parentIn(to.tree, at) ?? '' }),
		}),
	);
	const members = Object.entries(to.people).map(([outId, person]) => memberEntry(from, to, outId, person));
	return [...members, ...departments.reverse()];
}
