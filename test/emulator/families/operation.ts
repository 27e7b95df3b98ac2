import { badParameter } from '../errors';
import type { Json } from '../json';
import type { Shape, Values } from '../params';
import type { RequestRecord } from '../requestLog';
import type { Parameters } from '../signature';
import type { Library } from '../store/library';
import type { World } from '../world';

/** What a handler works with: the world, the library the caller is authorized for, and the checked parameters. */
export interface Call<P> {
	readonly world: World;
	readonly library: Library;
	readonly orgClientId: string;
	readonly record: RequestRecord;
	readonly p: P;
}

/** One operation: its parameters, the groups of which one is given, and what it does. */
export interface OperationSpec<S extends Shape> {
	readonly params: S;
	readonly exactlyOne?: ReadonlyArray<readonly string[]>;
	readonly atMostOne?: ReadonlyArray<readonly string[]>;
	handle(call: Call<Values<S>>): Json | Promise<Json>;
}

/** An operation ready to run; `common` are the parameters its family has read already. */
export interface Operation {
	run(call: Call<Parameters>, common: readonly string[]): Json | Promise<Json>;
}

/** The operations of a path prefix, and who may call them. */
export interface Family {
	/** Paths of the family begin with this, without a slash at the end. */
	readonly prefix: string;
	/** Operations by the last part of their path. */
	readonly operations: Readonly<Record<string, Operation>>;
	/** Finds out who calls, checks the signature; throws when it must not be. */
	authorize(world: World, operation: string, raw: Parameters, record: RequestRecord): { library: Library; orgClientId: string };
	/** Parameters every operation of the family takes. */
	readonly common: readonly string[];
}

/** Makes an operation of its description: parameters are checked before the handler sees them. */
export function operation<const S extends Shape>(spec: OperationSpec<S>): Operation {
	return {
		run: (call, common) => {
			if (call.world.options.strict) refuseUnknown(call.p, spec.params, common);
			for (const group of spec.exactlyOne ?? []) checkGroup(call.p, group, true);
			for (const group of spec.atMostOne ?? []) checkGroup(call.p, group, false);
			return spec.handle({ ...call, p: readAll(spec.params, call.p) });
		},
	};
}

function readAll<S extends Shape>(shape: S, raw: Parameters): Values<S> {
	const values = Object.fromEntries(Object.entries(shape).map(([name, parameter]) => [name, parameter.read(raw.get(name), name)]));
	// The mapped type cannot be built piecemeal; every member has just been read by its own parameter.
	return values as Values<S>;
}

function refuseUnknown(raw: Parameters, shape: Shape, common: readonly string[]): void {
	const unknown = [...raw.keys()].find((name) => !Object.hasOwn(shape, name) && !common.includes(name));
	if (unknown !== undefined) throw badParameter(unknown, 'is unknown to this operation');
}

function checkGroup(raw: Parameters, group: readonly string[], needed: boolean): void {
	const given = group.filter((name) => raw.has(name));
	const [first, second] = given;
	if (second !== undefined) throw badParameter(second, `must not be given together with '${first}'`);
	if (needed && first === undefined) throw badParameter(group[0] ?? '', `is missing; give one of ${group.join(', ')}`);
}
