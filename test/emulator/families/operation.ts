import type { SignedRequest } from '../auth/verify';
import { badParameter } from '../http/errors';
import type { Parameters } from '../http/form';
import type { Json } from '../http/json';
import { readAll, type Shape, type Values } from '../http/parameters';

/** What a handler receives: the caller `C`, the request, and the checked parameters `p`. */
export type Call<P, C> = C & SignedRequest & { readonly p: P };

/** An operation as its file declares it. */
export interface OperationSpec<S extends Shape, C> {
	readonly params: S;
	/** Groups of parameters of which exactly one must be present. */
	readonly exactlyOne?: ReadonlyArray<readonly string[]>;
	/** Groups of parameters of which at most one may be present. */
	readonly atMostOne?: ReadonlyArray<readonly string[]>;
	/** Parameters with this prefix are accepted without being in `params`; the handler reads them from `raw`. */
	readonly extraPrefix?: string;
	handle(call: Call<Values<S>, C>): Json | Promise<Json>;
}

/** Who may call an operation. */
export interface CallerSpec<C> {
	/** Finds the caller and checks the signature; throws when the request must be refused. */
	authorize(request: SignedRequest): C;
	/** The parameters that `authorize` reads. */
	readonly common: readonly string[];
}

/** A signed operation, ready to run. */
export class Operation {
	constructor(
		readonly path: string,
		/** Authorizes, checks the parameters and handles; throws ServiceFailure. */
		readonly run: (request: SignedRequest) => Json | Promise<Json>,
	) {}
}

/** Makes the function that declares operations for one kind of caller. */
export function operationFor<C extends object>({ authorize, common }: CallerSpec<C>) {
	return <const S extends Shape>(path: string, spec: OperationSpec<S, C>): Operation =>
		new Operation(path, (request) => {
			const caller = authorize(request);
			checkNames(request, spec, common);
			return spec.handle({ ...caller, ...request, p: readAll(spec.params, request.raw) });
		});
}

/** The operations that these modules export: exporting an operation is all it takes to serve it. */
export function operationsIn(...modules: readonly object[]): Operation[] {
	return modules.flatMap((module) => Object.values(module)).filter((each) => each instanceof Operation);
}

type Names = Pick<OperationSpec<Shape, never>, 'params' | 'exactlyOne' | 'atMostOne' | 'extraPrefix'>;

/** assumed: a request that breaks a rule about names is refused before any value is read. */
function checkNames({ world, raw }: SignedRequest, spec: Names, common: readonly string[]): void {
	if (world.options.strict) refuseUnknown(raw, spec, common);
	for (const group of spec.exactlyOne ?? []) checkGroup(raw, group, true);
	for (const group of spec.atMostOne ?? []) checkGroup(raw, group, false);
}

function refuseUnknown(raw: Parameters, { params, extraPrefix }: Names, common: readonly string[]): void {
	const isKnown = (name: string): boolean =>
		Object.hasOwn(params, name) ||
		common.includes(name) ||
		(extraPrefix !== undefined && name.startsWith(extraPrefix));
	const unknown = [...raw.keys()].find((name) => !isKnown(name));
	if (unknown !== undefined) throw badParameter(unknown, 'is unknown to this operation');
}

function checkGroup(raw: Parameters, group: readonly string[], isRequired: boolean): void {
	const [first, second] = group.filter((name) => raw.has(name));
	if (second !== undefined) throw badParameter(second, `cannot be combined with '${first}'`);
	if (isRequired && first === undefined)
		throw badParameter(group[0] ?? '', `is missing; send one of ${group.join(', ')}`);
}
