import { systemClock, type Clock } from '../../../src/client/async/clock';
import { textAnswer } from '../../../src/client/http/httpAnswer';
import type { Http } from '../../../src/client/http/types';
import { TableMaking, placeRows, makePlaceReader, readTable, readTableFacts } from '#permissionTable/work';
import { applyPlan, type Applied } from '../../../src/client/plan/applyPlan';
import { inTurns } from '../../../src/client/async/inTurns';
import type { Caller } from '../../../src/client/service/call';
import { departmentWith, memberWith, type Subject } from '../../../src/protocol/catalogue/permissionCodes';
import { planTable, readRow, type TableChange, rowWithLists } from '#permissionTable/plan';
import type { Plan } from '../../../src/protocol/plan/plan';
import { defined, type JsonObject } from '../../../src/protocol/wire/json';
import type { LibraryError } from '../../../src/protocol/wire/libraryError';
import type { Emulator, LibraryAccess } from '../../emulator';
import { callerOf, emulatedHttp } from '../../support/emulatedHttp';
import { fieldsOf } from '../../support/ports';
import type { Entry } from '../../emulator/store/library/entry';
import type { Library } from '../../emulator/store/library/library';
import { ensureFolder } from '../../emulator/store/library/write';
import { setInherit, setPermissions } from '../../emulator/store/permissions/settings';
import { faultyHttp, type HttpFault } from '../mirror/faultyHttp';

/* Get Table and Apply Table below the node, against the emulator in memory. */

export type Row = JsonObject;
export type Person = `member ${number}` | `department ${number}`;

/** The last part of each path that changes permissions. */
const WRITE = /\/(set_permission|set_permission_inherit|del_permission|reset_permission)$/;
/** Pauses are cut short: how long they are is tested elsewhere. */
const CLOCK: Clock = { ...systemClock, sleep: async () => await Promise.resolve() };
const ACTOR = { id: 1, name: 'Seeder' };

/** A service that does not let folders stop inheriting. */
const refusingStops = (http: Http): Http => ({
	...http,
	request: async (request) =>
		fieldsOf(request).inherit === '0' ? textAnswer(403, {}, '{"error_code":40310}') : await http.request(request),
});

/** What one run planned and did; all but `writes` is undefined where it did not come so far. */
export interface TableRun {
	readonly plan?: Plan<TableChange>;
	readonly applied?: Applied<TableChange>;
	readonly error?: LibraryError;
	readonly writes: number;
}

export interface TableRules {
	readonly removeMissing?: boolean;
	readonly faults?: readonly HttpFault[];
	/** Whether the service refuses to let folders stop inheriting. */
	readonly refusesStops?: boolean;
	readonly continueOnFail?: boolean;
	readonly width?: number;
}

const subjectOf = (person: Person): Subject => {
	const [type, id = ''] = person.split(' ');
	return type === 'member' ? memberWith(id) : departmentWith(id);
};

/** The folders of one history, in a library of their own. */
export class TableWorld {
	private readonly library: Library;
	private readonly access: LibraryAccess;
	private writes = 0;

	constructor(
		private readonly emulator: Emulator,
		private readonly folders: readonly string[],
		private readonly people: readonly Person[],
	) {
		this.access = emulator.addLibrary('Case');
		this.library = emulator.libraries.get(this.access.mountId)!;
		for (const folder of folders) ensureFolder(this.library, folder, ACTOR);
	}

	/** Frees the memory of the library. */
	close(): void {
		(this.emulator.libraries as Map<number, Library>).delete(this.access.mountId);
	}

	private entry(folder: string): Entry {
		return this.library.tree.get(folder);
	}

	/** Gives a person a role in the library. */
	takePart(person: Person, role: number): void {
		const [type, id] = person.split(' ');
		this.library.profile[type === 'member' ? 'members' : 'groups'].set(Number(id), role);
	}

	give(folder: string, person: Person, codes: Readonly<Record<string, number>>): void {
		const [type, id] = person.split(' ');
		const [members, groups] = type === 'member' ? [[Number(id)], []] : [[], [Number(id)]];
		setPermissions(this.entry(folder), { members, groups }, { roleId: 0, codes });
	}

	stopInheriting(folder: string): void {
		setInherit(this.entry(folder), false, false);
	}

	/** What the folders themselves deny: `<folder> <person> <code>`. */
	denies(): string[] {
		return this.folders.flatMap((folder) => {
			const { members = [], groups = [] } = this.entry(folder).details?.permissions ?? {};
			const own = [
				...[...members].map(([id, setting]) => [`member ${id}`, setting] as const),
				...[...groups].map(([id, setting]) => [`department ${id}`, setting] as const),
			];
			return own.flatMap(([person, { codes = {} }]) =>
				Object.keys(codes).flatMap((code) => (codes[code] === -1 ? [`${folder} ${person} ${code}`] : [])),
			);
		});
	}

	private caller({ faults = [], refusesStops = false }: TableRules = {}): Caller {
		const stop = new AbortController();
		const service = emulatedHttp(this.emulator);
		const http = faultyHttp(refusesStops ? refusingStops(service) : service, faults, {
			onCrash: () => stop.abort(),
			onRequest: ({ url }) => void (this.writes += Number(WRITE.test(url))),
		});
		return callerOf(this.emulator, { library: this.access, http, clock: CLOCK, signal: stop.signal });
	}

	async read(): Promise<Row[]> {
		const places = this.folders.map((fullpath) => ({ fullpath }));
		const subjects = this.people.map(subjectOf);
		const rows = await readTable(makePlaceReader(this.caller(), 8), { places, subjects });
		return rows.map((row) => rowWithLists(row));
	}

	/** Apply Table; of a dry run only the plan. */
	async plan(rows: readonly Row[], rules: TableRules = {}): Promise<Plan<TableChange>> {
		return (await this.prepared(rows, rules, this.caller())).plan;
	}

	private async prepared(rows: readonly Row[], { removeMissing = false, width = 8 }: TableRules, caller: Caller) {
		const input = structuredClone(rows).map((json, item) => ({ json, item, where: '' }));
		const reader = makePlaceReader(caller, width);
		const placed = await placeRows(reader, input.map(readRow));
		const facts = await readTableFacts(reader, placed, { removeMissing });
		const rules = { limits: { percent: 100, count: null }, failsForUnknown: true, describesAll: removeMissing };
		const plan = await inTurns(planTable(placed, facts, rules));
		return { plan, reader };
	}

	/** Apply Table. Whatever fails is in the result. */
	async apply(rows: readonly Row[], rules: TableRules = {}): Promise<TableRun> {
		const { faults = [], continueOnFail = false, width = 8 } = rules;
		const before = this.writes;
		const caller = this.caller(rules);
		const result: { plan?: Plan<TableChange>; applied?: Applied<TableChange>; error?: LibraryError } = {};
		try {
			const { plan, reader } = await this.prepared(rows, rules, caller);
			result.plan = plan;
			result.applied = await applyPlan(plan, new TableMaking(reader), { caller, width, continueOnFail });
			Object.assign(result, defined({ error: result.applied.stoppedBy }));
		} catch (cause) {
			if (faults.length === 0) throw cause;
			result.error = cause as LibraryError;
		}
		return { ...result, writes: this.writes - before };
	}
}
