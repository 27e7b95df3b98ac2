import type { FaultAction, FaultRule } from '../faults/faults';

const NAMED = ['reset', 'resetWithin', 'resetAfter', 'html', 'slow', 'drip', 'stall'] as const;

function actionNamed(name: string): FaultAction {
	const named = NAMED.find((known) => known === name);
	if (named) return named;
	if (/^\d{3}$/.test(name)) return { status: Number(name) };
	const cut = /^cut:(\d+)$/.exec(name);
	if (cut) return { cutAfterBytes: Number(cut[1]) };
	throw new Error(`unknown fault action '${name}'`);
}

/** Parses `path=…,action=…,times=…,after=…,method=…,ms=…`; throws with a message for people. */
export function parseFault(rule: string): FaultRule {
	const parts = new Map(
		rule
			.split(',')
			.map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()]),
	);
	const match = parts.get('path');
	const action = parts.get('action');
	if (!match || !action) throw new Error(`fault '${rule}' needs path= and action=`);
	const number = (name: string): number | undefined => (parts.has(name) ? Number(parts.get(name)) : undefined);
	return {
		match,
		action: actionNamed(action),
		method: parts.get('method'),
		times: number('times'),
		after: number('after'),
		slowMs: number('ms'),
	};
}
