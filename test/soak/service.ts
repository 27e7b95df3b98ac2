import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmulator, type Emulator } from '../emulator';
import { FaultPlan } from './faultPlan';
import { ABORT_MS, ChangeLedger, SessionLedger, storedFiles } from './ledger';
import type { ServiceMessage, ServiceOrder, Truth, WorldAccess } from './messages';
import { Random } from './random';

/* The services of a soak. run.ts starts this file in a process of its own, which ends with its parent. */

/** What the services are like. World 0 is shared by everything that stores files; the others have one lane each. */
export interface ServiceSetup {
	readonly seed: number;
	readonly worlds: number;
	/** How often each fault has to happen at each endpoint. */
	readonly target: number;
}

/** Latency of an answer in ms, drawn anew every few seconds. */
const MAX_LATENCY_MS = 12;
/** Tokens of the soak expire while it runs. */
const TOKEN_SECONDS = 90;
const OPTIONS = { tokenSeconds: TOKEN_SECONDS, requestLogSize: 10, seedDemo: true };
/** Kinds of faults after which the client has the answer all the same. */
const HEARD = new Set(['drip', 'slow']);

const accessTo = ({ url, library, enterprise, partner, user }: Emulator): WorldAccess => ({
	url,
	library,
	enterprise,
	partner,
	user: { account: user.account, password: user.password },
	orgId: library.orgId,
});

class Service {
	private readonly sessions = new SessionLedger();
	private readonly plan: FaultPlan;
	/** Sessions that were left in services that have been replaced. */
	private readonly left: string[] = [];
	private constructor(
		private readonly emulators: Emulator[],
		private readonly ledger: ChangeLedger,
		private readonly random: Random,
		{ seed, target }: ServiceSetup,
	) {
		this.plan = new FaultPlan(new Random(seed).fork(1), target, (event) => tell({ type: 'fault', event }));
		emulators.forEach((emulator, world) => this.watch(emulator, world));
	}

	static async start(setup: ServiceSetup, dataFolder: string): Promise<Service> {
		const emulators: Emulator[] = [];
		for (let world = 0; world < setup.worlds; world++)
			emulators.push(await startEmulator({ ...OPTIONS, dataFolder: world === 0 ? dataFolder : null }));
		const [shared] = emulators;
		const library = shared?.libraries.get(shared.library.mountId);
		if (!shared || !library) throw new Error('a soak needs a service with a library');
		const person = shared.world.directory.memberByAccount(shared.user.account);
		// A person works in the library too, as its owner may.
		library.profile.members.set(person.id, 1);
		return new Service(emulators, new ChangeLedger(library), new Random(setup.seed).fork(2), setup);
	}

	private watch(emulator: Emulator, world: number): void {
		emulator.faults.choose = (exchange) => {
			let kind = '';
			const rule = this.plan.choose(world, emulator, exchange, (event) => (kind = event.kind));
			this.sessions.note(exchange, kind === '' || HEARD.has(kind));
			return rule;
		};
	}

	worlds(): WorldAccess[] {
		return this.emulators.map(accessTo);
	}

	/** Every few seconds. */
	tick(): void {
		for (const { faults } of this.emulators) faults.latencyMs = this.random.between(0, MAX_LATENCY_MS);
		tell({ type: 'coverage', coverage: this.plan.coverage() });
	}

	/** Replaces a service by one in the state of the beginning, at the same address. */
	async renew(world: number): Promise<void> {
		const old = this.emulators[world];
		if (!old || world === 0) throw new Error(`service ${world} cannot be replaced`);
		const { port } = old;
		this.left.push(...this.sessions.knownIn(old));
		await old.close();
		const renewed = await startEmulator({ ...OPTIONS, port });
		this.emulators[world] = renewed;
		this.watch(renewed, world);
		tell({ type: 'renewed', world });
	}

	/** Closes the connections that nobody uses: those that are left are the client's fault. */
	disconnect(): void {
		for (const emulator of this.emulators) emulator.closeIdleConnections();
		tell({ type: 'disconnected' });
	}

	calm(): void {
		this.plan.enabled = false;
	}

	async truth(): Promise<Truth> {
		const [shared] = this.emulators as [Emulator];
		const library = shared.libraries.get(shared.library.mountId);
		if (!library) throw new Error('the library is gone');
		await sleep(ABORT_MS);
		const known = this.emulators.flatMap((emulator) => this.sessions.knownIn(emulator));
		const open = this.emulators.flatMap((emulator) => emulator.sessions());
		return {
			files: await storedFiles(shared, library),
			knownSessions: [...this.left, ...known],
			unknownSessions: open.length - known.length,
			touches: this.ledger.touches,
			latest: this.ledger.latest(),
			activities: this.ledger.activities(),
		};
	}
}

const tell = (message: ServiceMessage): void => void process.send?.(message);

async function main(): Promise<void> {
	const dataFolder = mkdtempSync(join(tmpdir(), 'soak-service-'));
	process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }));
	process.on('disconnect', () => process.exit(0));
	const service = await Service.start(JSON.parse(process.argv[2] ?? '{}') as ServiceSetup, dataFolder);
	const fail = (error: unknown): void => {
		console.error(error);
		process.exit(1);
	};
	process.on('message', (order: ServiceOrder) => {
		if (order.type === 'calm') service.calm();
		else if (order.type === 'disconnect') service.disconnect();
		else if (order.type === 'renew') service.renew(order.world).catch(fail);
		else service.truth().then((truth) => tell({ type: 'truth', truth }), fail);
	});
	setInterval(() => service.tick(), 2_000);
	tell({ type: 'ready', worlds: service.worlds() });
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
