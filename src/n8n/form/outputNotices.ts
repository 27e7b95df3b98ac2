import type { INodeTypeDescription } from 'n8n-workflow';
import type { AnyOperation } from '../../protocol/operation/define';
import { cautionHints } from './cautionHints';
import { secretFields } from './secretFields';

/** What a node tells n8n about these operations: which delete for good, and which output fields are secrets. */
export const outputNotices = (
	operations: readonly AnyOperation[],
): Pick<INodeTypeDescription, 'hints' | 'sensitiveOutputFields'> => ({
	hints: cautionHints(operations),
	sensitiveOutputFields: secretFields(operations),
});
