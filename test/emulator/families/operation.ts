import {
	authorizeEnterprise,
	authorizeLibrary,
	authorizePartner,
	authorizeUser,
	clientCommon,
	libraryCommon,
	tokenCommon,
} from '../auth/callers';
import type { SignedRequest } from '../auth/signature';
import { badParameter } from '../http/errors';
import type { Method, Parameters } from '../http/exchange';
import type { Json } from '../http/json';
import { readAll, refuseUnknown, type Shape, type Values } from '../http/parameters';

/** What a handler receives: the caller `C`, the request, and the checked parameters `p`. */
type Call<P, C> = C & SignedRequest & { readonly p: P };

interface OperationSpec<S extends Shape, C> {
	/** doc: the method; POST when left out. */
	readonly method?: Method;
	/** doc: user operations require `dateline` where listed; fact 1.15: clients do not all send it there. */
	readonly dateline?: true;
	readonly params: S;
	/** Groups of parameters of which exactly one must be present. */
	readonly exactlyOne?: ReadonlyArray<readonly string[]>;
	/** Groups of parameters of which at most one may be present. */
	readonly atMostOne?: ReadonlyArray<readonly string[]>;
	/** Parameters with this prefix are accepted without being in `params`. */
	readonly extraPrefix?: string;
	handle(call: Call<Values<S>, C>): Json | Promise<Json>;
}

interface CallerSpec<C> {
	/** Finds the caller and checks the signature; throws when the request must be refused. */
	authorize(request: SignedRequest): C;
	/** The parameters that `authorize` reads. */
	readonly common: readonly string[];
}

export class Operation {
	constructor(
		readonly path: string,
		readonly method: Method,
		/** Authorizes, checks the parameters and handles; throws ServiceFailure. */
		readonly run: (request: SignedRequest) => Json | Promise<Json>,
	) {}
}

/** Makes the function that declares operations for one kind of caller. */
function operationFor<C extends object>({ authorize, common }: CallerSpec<C>) {
	return <const S extends Shape>(path: string, spec: OperationSpec<S, C>): Operation =>
		new Operation(path, spec.method ?? 'POST', (request) => {
			const caller = authorize(request);
			checkDocumented(request.raw, spec, common);
			for (const group of spec.exactlyOne ?? []) checkGroup(request.raw, group, true);
			for (const group of spec.atMostOne ?? []) checkGroup(request.raw, group, false);
			return spec.handle({ ...caller, ...request, p: readAll(spec.params, request.raw) });
		});
}

type Names = Pick<OperationSpec<Shape, never>, 'dateline' | 'params' | 'extraPrefix'>;

/** assumed: unknown names, and a missing dateline, are refused before any value is read. */
function checkDocumented(raw: Parameters, spec: Names, common: readonly string[]): void {
	if (spec.dateline && !raw.has('dateline')) throw badParameter('dateline', 'is missing');
	refuseUnknown(raw, [...Object.keys(spec.params), ...common], spec.extraPrefix);
}

function checkGroup(raw: Parameters, group: readonly string[], isRequired: boolean): void {
	const [first, second] = group.filter((name) => raw.has(name));
	if (second !== undefined) throw badParameter(second, `cannot be combined with '${first}'`);
	if (isRequired && first === undefined)
		throw badParameter(group[0] ?? '', `is missing; send one of ${group.join(', ')}`);
}

/** Declares an operation that is signed with a library authorization. */
export const libraryOperation = operationFor({ authorize: authorizeLibrary, common: libraryCommon });

/** Declares an operation that an enterprise signs. doc: synchronization is a feature; every enterprise has it. */
export const enterpriseOperation = operationFor({ authorize: authorizeEnterprise, common: clientCommon });

/** Declares an operation that is called with a user token. */
export const userOperation = operationFor({ authorize: authorizeUser, common: tokenCommon });

/** Declares an operation that is signed by a partner. */
export const partnerOperation = operationFor({ authorize: authorizePartner, common: clientCommon });
