import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { inputError } from '../../protocol/wire/libraryError';
import { isToolCall } from '../context/toolCall';

/** What n8n itself puts beside the arguments of a tool whose call a person has approved. */
const ADDED = ['tool', 'toolCallId'];

/**
 * Throws inputError where a model passes an argument that no field of the tool asks for to a tool that acts as whoever
 * asks: an AI Agent lays arguments over the item of its trigger, and `{{ $json.user.email }}` in the credential would
 * be whomever the model names.
 */
export function refuseForeignArguments(context: object, data: ICredentialDataDecryptedObject, item: number): void {
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
