import type { ICredentialDataDecryptedObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import { once } from '../../client/async/once';
import { emptyTally, httpFor } from '../../client/http/http';
import type { EgressFilter } from '../../client/http/types';
import type { RequestHelper } from '../../edition/ports';
import type { Account } from '../../client/service/account';
import type { Caller } from '../../client/service/call';
import { libraryBindings, type LibraryId } from '../../client/service/libraryBinding';
import { impatient, withSilence } from '../../client/service/callerVariants';
import { checkValue, chooseFirst } from '../../protocol/operation/check';
import { shown } from '../../protocol/operation/check/text';
import type { AuthKind } from '../../protocol/operation/define';
import { defined, isNothing } from '../../protocol/wire/json';
import { valueError, inputError } from '../../protocol/wire/libraryError';
import { cancelSignalOf, egressFilterOf } from '../context/hostFeatures';
import { vaultOf } from '../context/runSecrets';
import { oncePer } from '../../protocol/wire/oncePer';
import { libraryField } from '../../protocol/catalogue/sharedEnterprise';
import { readRef } from '../form/readForm';
import { serviceAndClient, credentialType, hideCredential } from './data';
import { tokenCaller } from './tokenCaller';
import { isToolCall } from '../context/toolCall';

/** The part of n8n's context that a caller is made from. */
export type Context = Pick<IExecuteFunctions | ILoadOptionsFunctions, 'getCredentials'> & { helpers: object };

/** What a run has sent and received by all its callers. */
export const tallyOf = oncePer((_context: object) => emptyTally());

const callersIn = oncePer((_context: object) => new Map<string, Promise<Caller>>());

/**
 * Everything a call needs, from the credential of the node. A credential may contain expressions, so n8n resolves it
 * for each `item`; items with the same content share one caller, and with it one access token. Throws inputError for
 * an empty field, what n8n throws for a credential that cannot be read, and LibraryError when no access token can be
 * obtained.
 */
export async function callerOf(context: Context, kind: AuthKind, item = 0, patience: Patience = {}): Promise<Caller> {
	const type = credentialType(kind);
	const vault = vaultOf(context);
	const stored = async (): Promise<ICredentialDataDecryptedObject> =>
		await (context as IExecuteFunctions).getCredentials(type, item);
	const read = async (): Promise<ICredentialDataDecryptedObject> => {
		const found = await stored();
		hideCredential(vault, found);
		return found;
	};
	const readAt = systemClock.now();
	const data = await stored();
	refuseForeignArguments(context, data, item);
	// A failure may be over for the next item, which makes a new caller.
	const shared = await once(callersIn(context), JSON.stringify([type, data]), async () => {
		hideCredential(vault, data);
		const account = accountOf(kind, data, egressFilterOf(context.helpers));
		const helper = (context as IExecuteFunctions).helpers.httpRequest as RequestHelper | undefined;
		const caller: Caller = {
			account: () => account,
			http: httpFor({ ...account.http, tally: tallyOf(context) }, helper),
			clock: systemClock,
			vault,
			...defined({ signal: cancelSignalOf(context) }),
		};
		return kind === 'token' ? await tokenCaller({ context, type, read, caller }, data, readAt) : caller;
	});
	const caller = withSilence(shared, patience.silenceMs);
	return patience.isWaitedFor ? impatient(caller) : caller;
}

/** The account of a credential. Throws inputError for an empty field. */
export function accountOf(kind: AuthKind, data: ICredentialDataDecryptedObject, egress?: EgressFilter): Account {
	const { clientId, ...service } = serviceAndClient(kind, data);
	const httpsOnly = /^https:/i.test(service.baseUrl) && data.allowHttpServers !== true;
	const http = { allowUnauthorizedCerts: data.allowUnauthorizedCerts === true, httpsOnly, ...defined({ egress }) };
	// A token is signed with the secret of the client it was issued to; the client itself is not named in calls
	// (client facts 1.14).
	const signer = kind === 'token' ? { kind, token: String(data.accessToken ?? '') } : { kind, clientId };
	return { ...signer, ...service, http };
}

type ReadParameter = (name: string) => unknown;

/** What the form of a node without items says: of a trigger, a page, a list in the editor. */
type FormContext = Context & { getNodeParameter(name: string, whenMissing?: unknown): unknown };

interface Patience {
	/** Longest silence of a server; what each request needs when undefined. */
	readonly silenceMs?: number | undefined;
	/** Whether a person waits for it at a screen. */
	readonly isWaitedFor?: boolean;
}
interface CallerOptions extends Patience {
	readonly item?: number;
	/** The parameter that names the library, for an operation with libraries of its own. Default: that of the node. */
	readonly library?: LibraryParameter;
}

/** A parameter that names a library, and what it is called in the form. */
export interface LibraryParameter {
	readonly name: string;
	readonly label: string;
	/** Where earlier versions saved it. */
	readonly formerName?: string;
}
/** The parameter that a workflow has the library in. */
export const placeOfLibrary = (read: ReadParameter, { name, formerName }: LibraryParameter): string =>
	formerName !== undefined && !isNothing(read(formerName)) ? formerName : name;

/** The library of a node. */
export const LIBRARY: LibraryParameter = { name: 'library', label: 'Library' };
/** The libraries of Mirror, with the credential of an enterprise. */
export const SOURCE_LIBRARY: LibraryParameter = {
	name: 'library',
	label: 'Source Library',
	formerName: 'sourceLibrary',
};
export const TARGET_LIBRARY: LibraryParameter = { name: 'targetLibrary', label: 'Target Library' };

/**
 * The caller for the files of the node's library, by the credential that the node uses. With that of an enterprise it
 * binds the library, for which it may send a request. Throws inputError when no library is chosen, and what binding
 * throws.
 */
export async function libraryCaller(
	context: Context,
	read: ReadParameter,
	{ item = 0, library: parameter = LIBRARY, ...patience }: CallerOptions,
): Promise<Caller> {
	if (!isByEnterprise(read('authentication'))) return await callerOf(context, 'org', item, patience);
	const library = chosenLibrary(read(placeOfLibrary(read, parameter)), parameter);
	return await libraryBindings.bind(await callerOf(context, 'enterprise', item, patience), library);
}

/** The same for a node without items: somebody waits for a page or a list, and a poll has limits of its own. */
export const libraryCallerOf = async (context: FormContext, options: CallerOptions = {}): Promise<Caller> =>
	// null: a parameter that the credential does not show is missing, which n8n takes for an error otherwise.
	await libraryCaller(context, (name) => context.getNodeParameter(name, null), { ...options, isWaitedFor: true });

/** Whether the node uses the credential of an enterprise. Throws inputError for a credential that it cannot use. */
export function isByEnterprise(authentication: unknown): boolean {
	if (authentication === 'enterprise') return true;
	if (isNothing(authentication) || authentication === 'libraryAuthorization') return false;
	throw valueError('Authentication', `${shown(authentication)} is not one of enterprise, libraryAuthorization`);
}

/** The library that is chosen in the form. Throws inputError when none is. */
export function chosenLibrary(raw: unknown, { label }: LibraryParameter = LIBRARY): LibraryId {
	if (raw === undefined || raw === null) throw chooseFirst(label, libraryField);
	const { by, value } = checkValue(label, libraryField, readRef(libraryField, raw)) as { by: string; value: string };
	return { by: by === 'mountId' ? 'mount_id' : 'org_id', id: value };
}

/** What n8n itself puts beside the arguments of a tool whose call a person has approved. */
const ADDED = ['tool', 'toolCallId'];

/**
 * Throws inputError where a model passes an argument that no field of the tool asks for to a tool that acts as whoever
 * asks: an AI Agent lays arguments over the item of its trigger, and `{{ $json.user.email }}` in the credential would
 * be whomever the model names.
 */
function refuseForeignArguments(context: object, data: ICredentialDataDecryptedObject, item: number): void {
	if (data.grantType !== 'signOnKey' || !('getWorkflowDataProxy' in context)) return;
	const tool = context as IExecuteFunctions;
	if (!isToolCall(tool)) return;
	const parameters = JSON.stringify(tool.getNode().parameters);
	const isAsked = (name: string): boolean =>
		new RegExp(`\\$from[Aa][Ii]\\(\\s*\\\\?['"\`]${name}\\W`).test(parameters);
	const argumentOf: unknown = Reflect.get(tool.getWorkflowDataProxy(item), '$fromAI');
	if (typeof argumentOf !== 'function') return;
	const names = Object.keys(tool.getInputData()[item]?.json ?? {}).filter((name) => /^[\w-]{1,64}$/.test(name));
	for (const name of names)
		if (!ADDED.includes(name) && !isAsked(name) && argumentOf(name) !== undefined)
			throw inputError(name, 'is no argument of this tool', 'Call the tool again without it.');
}
