import type { INodeProperties } from 'n8n-workflow';
import { type AnyOperation, cautionsOf } from '../../protocol/operation/define';
import type { Caution } from '../../protocol/operation/request';

/* What only the form of the tool shows that n8n makes of a node for AI agents (`@tool` of its displayOptions). */

/**
 * The switch that allows an operation to a model, for each reason to be cautious. `does` ends "This operation", and so
 * does `canDo` where it does so only with some inputs; `help` is what the model may do when it is on.
 */
export const PERMISSIONS: Readonly<Record<Caution, Record<'name' | 'label' | 'does' | 'canDo' | 'help', string>>> = {
	permanent: {
		name: 'allowPermanentDeletion',
		label: 'Allow Permanent Deletion',
		does: 'deletes for good',
		canDo: 'can delete for good',
		help: 'Whether the model may delete permanently',
	},
	irreversible: {
		name: 'allowIrreversibleChanges',
		label: 'Allow Irreversible Changes',
		does: 'makes a change that no operation takes back',
		canDo: 'can make a change that no operation takes back',
		help: 'Whether the model may overwrite, remove or close what no other operation brings back',
	},
	bulk: {
		name: 'allowBulkChanges',
		label: 'Allow Bulk Changes',
		does: 'deletes, closes, changes or downloads many things at once',
		canDo: 'can delete, close, change or download many things at once',
		help: 'Whether the model may change or download many things in one call, beyond a dry run',
	},
	paid: {
		name: 'allowCosts',
		label: 'Allow Costs',
		does: 'costs money',
		canDo: 'can cost money',
		help: 'Whether the model may do what costs money',
	},
	secret: {
		name: 'allowSecrets',
		label: 'Allow Secrets',
		does: 'returns a secret, which the model and its provider would read',
		canDo: 'can return a secret, which the model and its provider would read',
		help: 'Whether the model may read secrets such as keys, passwords and sign-in links',
	},
};

/**
 * What n8n tells the model about the tool, unless somebody enters another text: each call of the model pays for it, so
 * it is said once and short. What a refusal means, the refusal says itself.
 */
function descriptionFor(op: AnyOperation): string {
	const said = op.forModel ?? `${op.summary.replace(/\b(in|of|from|to) the library$/, '$1 a File Library')}.`;
	let text = said.includes('File Library')
		? said
		: `In File Library, ${said.charAt(0).toLowerCase()}${said.slice(1)}`;
	for (const { kind, when } of cautionsOf(op)) text += ` ${when ? 'May need' : 'Needs'} ${PERMISSIONS[kind].label}.`;
	return text;
}

function cautionProperties(kind: Caution, isConditional: boolean): INodeProperties[] {
	const { name, label, does, canDo, help } = PERMISSIONS[kind];
	const effect = isConditional ? canDo : does;
	return [
		{
			displayName: `This operation ${effect}. A model can only use it so while ${label} is on.`,
			name: `${name}Notice`,
			type: 'notice',
			default: '',
		},
		{
			displayName: label,
			name,
			type: 'boolean',
			// Neither an expression nor the model decides.
			noDataExpression: true,
			default: false,
			description: help,
		},
	];
}

/**
 * The properties of one operation that only its tool has: what the model is told, and the switches that allow what a
 * model must not decide alone. A node that has a `toolDescription` of its own gets none from n8n.
 */
export function toolProperties(op: AnyOperation, show: Readonly<Record<string, string[]>>): INodeProperties[] {
	const properties: INodeProperties[] = [
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			typeOptions: { rows: 4 },
			default: descriptionFor(op),
			required: true,
			description: 'What the model reads to decide when to use this tool and what to expect from it',
		},
		...cautionsOf(op).flatMap(({ kind, when }) => cautionProperties(kind, when !== undefined)),
	];
	return properties.map((property) => ({ ...property, displayOptions: { show: { ...show, '@tool': [true] } } }));
}
