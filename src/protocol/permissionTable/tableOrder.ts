import { sharing, type Step } from '../plan/plan';
import type { TableChange } from './tableChange';

/* In which order the changes of a table are made, and which of them share a request. */

const depthOf = ({ fullpath }: TableChange): number => (fullpath === '' ? 0 : fullpath.split('/').length);

/** In one folder: inheritance, removals, departments, then members, who may get something from a department. */
function rankOf(change: TableChange): number {
	if (change.action === 'set_inheritance') return 0;
	if (change.action === 'remove') return 1;
	return change.subject.type === 'department' ? 2 : 3;
}

/** Changes of one step cannot disturb each other. Folders come before what is in them. */
const stepOf = (change: TableChange): number => depthOf(change) * 4 + rankOf(change);

/** The changes folder by folder, as a person reads them. */
export function inOrder(changes: readonly TableChange[]): TableChange[] {
	const byPath = (a: TableChange, b: TableChange): number =>
		a.fullpath === b.fullpath ? 0 : a.fullpath < b.fullpath ? -1 : 1;
	return [...changes].sort((a, b) => depthOf(a) - depthOf(b) || byPath(a, b) || rankOf(a) - rankOf(b));
}

/** What one request can do: the same for several subjects of one folder, named in ways that go together. */
function requestKey(change: TableChange, at: number): string {
	if (change.action === 'set_inheritance') return String(at);
	const { fullpath, action, permission, subject } = change;
	return JSON.stringify([action, fullpath, action === 'set' ? subject.by : '', permission]);
}

/** The changes in the steps in which they are made. */
export function stepsOf(changes: readonly TableChange[]): Array<Step<TableChange>> {
	const steps = new Map<number, TableChange[]>();
	for (const change of changes) {
		const step = stepOf(change);
		steps.set(step, [...(steps.get(step) ?? []), change]);
	}
	return [...steps].sort(([a], [b]) => a - b).map(([, step]) => sharing(step, requestKey));
}
