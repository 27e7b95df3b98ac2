import { badParameter } from '../http/errors';
import type { Json } from '../http/json';
import type { Shape, Values } from '../http/parameters';
import { readAll } from '../http/parameters';
import type { RequestRecord } from '../http/requestLog';
import type { Parameters } from '../auth/signature';
import type { Library } from '../store/library/library';
import type { World } from '../world/world';

/** What a handler works with: the world, the checked parameters, and who calls (`C`, as the family's `authorize` found out). */
export type Call<P, C> = C & {
	readonly world: World;
	readonly record: RequestRecord;
	/** All parameters as received, for the few operations that take names nobody can list. */
	readonly raw: Parameters;
	readonly p: P;
};

/** Caller of the library families: the library its authorization is for. */
export interface LibraryCaller {
	readonly library: Library;
	readonly orgClientId: string;
}

/** One operation: its parameters, the groups of which one is given, and what it does. */
export interface OperationSpec<S extends Shape, C> {
	readonly params: S;
	readonly exactlyOne?: ReadonlyArray<readonly string[]>;
	readonly atMostOne?: ReadonlyArray<readonly string[]>;
	/** Parameters with this beginning are taken although they are not in `params`. */
	readonly extraPrefix?: string;
	handle(call: Call<Values<S>, C>): Json | Promise<Json>;
}

/** An operation ready to run; `common` are the parameters its family has read already. */
export interface Operation<C> {
	run(request: Received, caller: C, common: readonly string[]): Json | Promise<Json>;
}

/** A request with merged parameters. */
export interface Received {
	readonly world: World;
	readonly record: RequestRecord;
	readonly raw: Parameters;
}

/** What makes a family: its path prefix, who may call, and its operations. */
export interface FamilySpec<C> {
	/** Paths of the family begin with this, without a slash at the end. */
	readonly prefix: string;
	/** Operations by the rest of their path. */
	readonly operations: Readonly<Record<string, Operation<C>>>;
	/** Finds out who calls, checks the signature; throws when it must not be. `operation` is the last part of the path. */
	authorize(world: World, operation: string, raw: Parameters, record: RequestRecord): C;
	/** Parameters every operation of the family takes. */
	readonly common: readonly string[];
}

/** The signed operations of a path prefix. */
export interface Family {
	readonly prefix: string;
	/** True when there is an operation of this name. */
	serves(name: string): boolean;
	/** Authorizes, checks and handles; throws ServiceFailure. */
	run(name: string, request: Received): Json | Promise<Json>;
}

/** Hides what kind of caller a family has. */
export function family<C>(spec: FamilySpec<C>): Family {
	return {
		prefix: spec.prefix,
		serves: (name) => Object.hasOwn(spec.operations, name),
		run: (name, request) => {
			const found = spec.operations[name];
			if (!found) throw new Error(`no operation ${name}`);
			const caller = spec.authorize(
				request.world,
				name.slice(name.lastIndexOf('/') + 1),
				request.raw,
				request.record,
			);
			return found.run(request, caller, spec.common);
		},
	};
}

/** Makes the function that makes operations for one kind of caller: parameters are checked before the handler sees them. */
export function operationFor<C extends object>() {
	return <const S extends Shape>(spec: OperationSpec<S, C>): Operation<C> => ({
		run: (request, caller, common) => {
			const { raw } = request;
			if (request.world.options.strict) refuseUnknown(raw, spec.params, common, spec.extraPrefix);
			for (const group of spec.exactlyOne ?? []) checkGroup(raw, group, true);
			for (const group of spec.atMostOne ?? []) checkGroup(raw, group, false);
			return spec.handle({ ...caller, ...request, p: readAll(spec.params, raw) });
		},
	});
}

/** Makes an operation of the library families. */
export const operation = operationFor<LibraryCaller>();

function refuseUnknown(
	raw: Parameters,
	shape: Shape,
	common: readonly string[],
	extraPrefix: string | undefined,
): void {
	const known = (name: string): boolean =>
		Object.hasOwn(shape, name) ||
		common.includes(name) ||
		(extraPrefix !== undefined && name.startsWith(extraPrefix));
	const unknown = [...raw.keys()].find((name) => !known(name));
	if (unknown !== undefined) throw badParameter(unknown, 'is unknown to this operation');
}

function checkGroup(raw: Parameters, group: readonly string[], needed: boolean): void {
	const given = group.filter((name) => raw.has(name));
	const [first, second] = given;
	if (second !== undefined) throw badParameter(second, `must not be given together with '${first}'`);
	if (needed && first === undefined)
		throw badParameter(group[0] ?? '', `is missing; give one of ${group.join(', ')}`);
}
