import type { INodeProperties } from 'n8n-workflow';
import { type AnyOperation, cautionsOf } from '../../protocol/operation/define';
import type { Caution } from '../../protocol/operation/request';

/* What only the form of the tool shows that n8n makes of a node for AI agents (`@tool` of its displayOptions). */

/**
 * The switch that allows an operation to a model, for each reason to be cautious. `does` ends "This operation", and so
 * does `canDo` where it does so only with some inputs.
 */
export const PERMISSIONS: Readonly<Record<Caution, Record<'name' | 'label' | 'does' | 'canDo', string>>> = {
	permanent: {
		name: 'allowPermanentDeletion',
		label: 'Allow Permanent Deletion',
		does: 'deletes for good',
		canDo: 'can delete for good',
	},
	irreversible: {
		name: 'allowIrreversibleChanges',
		label: 'Allow Irreversible Changes',
		does: 'makes a change that no operation takes back',
		canDo: 'can make a change that no operation takes back',
	},
	bulk: {
		name: 'allowBulkChanges',
		label: 'Allow Bulk Changes',
		does: 'deletes, closes, changes or downloads many things at once',
		canDo: 'can delete, close, change or download many things at once',
	},
	paid: { name: 'allowCosts', label: 'Allow Costs', does: 'costs money', canDo: 'can cost money' },
	secret: {
		name: 'allowSecrets',
		label: 'Allow Secrets',
		does: 'returns a secret, which the model and its provider would read',
		canDo: 'can return a secret, which the model and its provider would read',
	},
};

/**
 * What n8n tells the model about the tool, unless somebody enters another text: each call of the model pays for it, so
 * it is said once and short. What a refusal means, the refusal says itself. Each thing has a line of its own: n8n's
 * type definition, which begins with the summary anyway, leaves defaults of several lines out.
 */
const descriptionFor = (op: AnyOperation): string =>
	[
		...(op.forModel?.includes('File Library') ? [] : ['In File Library:']),
		op.forModel ?? `${op.summary}.`,
		...cautionsOf(op).map(({ kind, when }) => `${when ? 'May need' : 'Needs'} ${PERMISSIONS[kind].label}.`),
	].join('\n');

function cautionProperties(kind: Caution, isConditional: boolean): INodeProperties[] {
	const { name, label, does, canDo } = PERMISSIONS[kind];
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
		},
		...cautionsOf(op).flatMap(({ kind, when }) => cautionProperties(kind, when !== undefined)),
	];
	return properties.map((property) => ({ ...property, displayOptions: { show: { ...show, '@tool': [true] } } }));
}
