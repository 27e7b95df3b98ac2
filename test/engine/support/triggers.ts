import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { systemClock } from '../../../src/client/async/clock';
import { type Emulator, type EmulatorOptions, ManualClock } from '../../emulator';
import { type AnyClient, TestClient } from '../../emulatorTests/testClient';
import { credentialsFor } from '../../support/credentials';
import { until } from '../../support/until';
import type { CredentialData } from './credentialsHelper';
import type { Activation, Engine } from './engine';
import { packageEngine } from './world';
import { triggerNodes } from '../../contract/actionNodes';

/** A polling trigger in the real engine, beside an emulator whose clock moves only when a test advances it. */
export abstract class Polling<C extends AnyClient> {
	private number = 0;
	engine!: Engine;
	client!: C;
	clock!: ManualClock;
	private name = '';

	protected constructor(
		private readonly node: INodeType,
		private readonly startClient: (options: Partial<EmulatorOptions>) => Promise<C>,
		/** What the form has unless a test enters something else. */
		private readonly form: IDataObject,
	) {}

	/** A new emulator for a test; the engine may be shared by the tests of a file. */
	static async start<T extends Polling<AnyClient>>(
		this: new () => T,
		engine: Engine,
		options: Partial<EmulatorOptions> = {},
	): Promise<T> {
		const started = new this();
		await started.open(engine, options);
		return started;
	}

	static async engine(): Promise<Engine> {
		return await packageEngine();
	}

	async open(engine: Engine, options: Partial<EmulatorOptions> = {}): Promise<void> {
		this.engine = engine;
		this.number = 0;
		this.clock = new ManualClock();
		this.name = engine.register(this.node);
		this.client = await this.startClient({ clock: this.clock, ...options });
	}

	get credentials(): CredentialData {
		return credentialsFor(this.client.emulator);
	}

	/** A workflow with this trigger, not polled yet; a new one without `id`. */
	activate(
		parameters: Record<string, unknown> = {},
		more: { id?: string; staticData?: IDataObject; credentials?: CredentialData } = {},
	): Activation {
		const { id = `w${++this.number}`, credentials = this.credentials, staticData = {} } = more;
		return this.engine.activate({
			node: this.name,
			id,
			staticData,
			credentials,
			parameters: { ...this.form, startFrom: 'now', ...parameters },
		});
	}

	/** The same, polled once. */
	async started(...form: Parameters<Polling<C>['activate']>): Promise<Activation> {
		const trigger = this.activate(...form);
		await trigger.poll();
		return trigger;
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}

/** File Library Trigger. */
export class Triggers extends Polling<TestClient> {
	constructor() {
		super(triggerNodes.fileLibraryTrigger, async (options) => await TestClient.start(options), { events: ['any'] });
	}

	/** Creates a folder `ms` later. */
	async folder(path: string, ms = 10): Promise<void> {
		this.clock.advance(ms);
		await ok(this.client.file('create_folder', { fullpath: path }));
	}

	/** Uploads a file `ms` later, under the name `by`. */
	async file(path: string, content = path, { ms = 10, by = 'ann' } = {}): Promise<void> {
		this.clock.advance(ms);
		await ok(this.client.upload(path, content, { overwrite: 1, op_name: by }));
	}

	/** Does any other file operation, `ms` later. */
	async do(name: string, fields: Record<string, string | number>, ms = 10): Promise<void> {
		this.clock.advance(ms);
		await ok(this.client.file(name, fields));
	}
}

async function ok(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
	const { status, body } = await answer;
	if (status !== 200) throw new Error(`the emulator refused: ${JSON.stringify(body)}`);
}

/** The paths of items. */
export const paths = (items: INodeExecutionData[] | null): unknown[] => (items ?? []).map(({ json }) => json.fullpath);
/** Items in words, e.g. `created file a.txt`. */
export const summaries = (items: INodeExecutionData[] | null): string[] =>
	(items ?? []).map(({ json }) => `${String(json.event)} ${String(json.type)} ${String(json.fullpath)}`);

/** From now on, the client's clock moves on with each request, which takes no time itself. */
export function eachRequestTakes(ms: number, emulator: Emulator): void {
	const begun = systemClock.steady!();
	jest.spyOn(systemClock, 'steady').mockImplementation(() => begun + emulator.requests.length * ms);
}

/** Polls until there are no items, at most `most` times; answers all items in their order. */
export async function pollUntilEmpty(
	trigger: Activation,
	most = 100,
): Promise<{ items: INodeExecutionData[]; polls: number }> {
	const items: INodeExecutionData[] = [];
	for (let polls = 1; polls <= most; polls++) {
		const found = await trigger.poll();
		if (!found) return { items, polls };
		items.push(...found);
	}
	throw new Error(`still items after ${most} polls`);
}

/** Polls twice at the same time: the service answers nothing until one of the two has ended. */
export async function pollTwice(trigger: Activation, { faults }: Emulator) {
	let ended = 0;
	faults.choose = async () => {
		await until(() => ended > 0);
		return undefined;
	};
	const poll = async () => await trigger.poll().finally(() => ended++);
	return await Promise.all([poll(), poll()]).finally(() => (faults.choose = undefined));
}

/** The error that a poll rejects with; n8n's scheduler reads its `failure`. */
export const errorOf = async (
	poll: Promise<unknown>,
): Promise<Error & { failure?: { cause: string; retryAfterMs?: number }; description?: string }> =>
	await poll.then(
		() => {
			throw new Error('nothing was thrown');
		},
		(error: Error) => error,
	);

/** Triggers of a test file: one engine for all tests, a new emulator for each. */
export function useTriggers<T extends { open(engine: Engine): Promise<void>; close(): Promise<void> }>(triggers: T): T {
	let engine: Engine;
	beforeAll(async () => void (engine = await packageEngine()));
	beforeEach(async () => await triggers.open(engine));
	afterEach(async () => await triggers.close());
	return triggers;
}
