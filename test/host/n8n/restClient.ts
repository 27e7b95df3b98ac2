import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { InstalledN8n } from './n8nCache';
import { until } from '../process/progress';

/** The person that owns the n8n. */
export interface Login {
	readonly email: string;
	readonly password: string;
}

/** What a node put out, as n8n stores it. */
export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { id?: string; fileName?: string; fileSize?: string; bytes?: number }>;
}

/** A finished execution: items by node name, of each node's first output. */
export interface Execution {
	readonly id: string;
	readonly status: string;
	readonly seconds: number;
	readonly error: string;
	readonly items: (node: string) => Item[];
	/** Duration of each node in milliseconds, by node name. */
	readonly milliseconds: Record<string, number>;
}

interface NodeRun {
	executionTime: number;
	data?: { main?: Array<Item[] | null> };
	error?: { message?: string; description?: string };
}

interface RunData {
	resultData: { runData: Record<string, NodeRun[]>; error?: { message?: string; node?: { name?: string } } };
}

interface Stored {
	id: string;
	status: string;
	startedAt: string;
	stoppedAt?: string;
	data: string;
}

const FINAL = new Set(['success', 'error', 'crashed', 'canceled']);

/** fetch throws TypeError when no answer came; anything else is an answer to take seriously. */
function onlyLostConnections(error: unknown): undefined {
	if (!(error instanceof TypeError)) throw error;
}

/** Speaks n8n's internal REST interface as the editor does. */
export class RestClient {
	private cookie = '';

	constructor(
		private readonly base: string,
		private readonly n8n: InstalledN8n,
	) {}

	/** One request; answers the `data` of the answer. Throws with n8n's own message. */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await fetch(this.base + path, {
			method,
			// n8n ties the session cookie to this header.
			headers: { 'content-type': 'application/json', 'browser-id': 'file-library-host', cookie: this.cookie },
			signal: AbortSignal.timeout(60_000),
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		for (const cookie of answer.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.cookie = cookie.split(';')[0] ?? '';
		}
		const text = await answer.text();
		if (!answer.ok) throw new Error(`n8n answered ${answer.status} to ${method} ${path}: ${text.slice(0, 400)}`);
		const parsed = (text ? JSON.parse(text) : {}) as { data?: T };
		return parsed.data ?? (parsed as T);
	}

	/** Signs in, as the new owner where this n8n has none yet. */
	async signIn({ email, password }: Login): Promise<void> {
		type Settings = { userManagement?: { showSetupOnFirstLoad?: boolean } };
		const settings = await this.call<Settings>('GET', '/rest/settings');
		if (settings.userManagement?.showSetupOnFirstLoad) {
			await this.call('POST', '/rest/owner/setup', { email, password, firstName: 'Local', lastName: 'Owner' });
		}
		await this.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** Creates the credential, or updates the one of this name and type; returns its id. */
	async saveCredential(name: string, type: string, data: object): Promise<string> {
		type Stored = { id: string; name: string; type: string };
		const known = (await this.call<Stored[]>('GET', '/rest/credentials')).find(
			(c) => c.name === name && c.type === type,
		);
		const body = { name, type, data };
		const saved = known
			? await this.call<Stored>('PATCH', `/rest/credentials/${known.id}`, body)
			: await this.call<Stored>('POST', '/rest/credentials', body);
		return saved.id;
	}

	/** Runs a credential's test as the editor does. */
	async testCredential(credential: object): Promise<{ status: string; message: string }> {
		return await this.call('POST', '/rest/credentials/test', { credentials: credential });
	}

	/** The names of all known node or credential types. */
	async typeNames(kind: 'nodes' | 'credentials'): Promise<string[]> {
		const list = await this.call<Array<{ name: string }>>('GET', `/types/${kind}.json`);
		return list.map(({ name }) => name);
	}

	/** Executes a workflow from its trigger `trigger` and waits for the end. Throws when it takes longer than `ms`. */
	async execute(workflowId: string, trigger: string, ms: number): Promise<Execution> {
		const path = `/rest/workflows/${workflowId}/run`;
		const { executionId } = await this.call<{ executionId: string }>('POST', path, {
			triggerToStartFrom: { name: trigger },
		});
		const stored = await until(
			ms,
			`Execution ${executionId}`,
			async () => {
				// n8n closes idle connections, also while a large item keeps it from answering: the next look makes a new one.
				const now = await this.call<Stored>('GET', `/rest/executions/${executionId}`).catch(
					onlyLostConnections,
				);
				return now && FINAL.has(now.status) ? now : undefined;
			},
			500,
		);
		return this.read(stored);
	}

	/** Stores a workflow and returns its id. */
	async saveWorkflow(workflow: object): Promise<string> {
		return (await this.call<{ id: string }>('POST', '/rest/workflows', workflow)).id;
	}

	/** Publishes a stored workflow: its triggers and webhooks work from now on. */
	async publish(workflowId: string): Promise<void> {
		const { versionId, activeVersionId } = await this.call<{ versionId: string; activeVersionId?: string | null }>(
			'GET',
			`/rest/workflows/${workflowId}`,
		);
		if (activeVersionId !== versionId)
			await this.call('POST', `/rest/workflows/${workflowId}/activate`, { versionId });
	}

	/** Waits for the trigger of a workflow as "Listen for test event" does. */
	async listen(workflowId: string, trigger: string): Promise<void> {
		await this.call('POST', `/rest/workflows/${workflowId}/run`, { triggerToStartFrom: { name: trigger } });
	}

	/** The finished executions of a workflow, oldest first. */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{ results: Stored[] }>(
			'GET',
			`/rest/executions?limit=100&filter=${filter}`,
		);
		const ended = results.filter(({ status }) => FINAL.has(status)).sort((a, b) => Number(a.id) - Number(b.id));
		return await Promise.all(
			ended.map(async ({ id }) => this.read(await this.call<Stored>('GET', `/rest/executions/${id}`))),
		);
	}

	private read(stored: Stored): Execution {
		const { resultData } = this.unpack(stored.data);
		const failed = Object.values(resultData.runData)
			.flat()
			.find((run) => run.error)?.error;
		return {
			id: stored.id,
			status: stored.status,
			seconds: (Date.parse(stored.stoppedAt ?? stored.startedAt) - Date.parse(stored.startedAt)) / 1000,
			error: [resultData.error?.node?.name, resultData.error?.message, failed?.description]
				.filter(Boolean)
				.join(': '),
			milliseconds: Object.fromEntries(
				Object.entries(resultData.runData).map(([name, runs]) => [name, runs.at(-1)?.executionTime ?? 0]),
			),
			items: (node) => resultData.runData[node]?.at(-1)?.data?.main?.[0] ?? [],
		};
	}

	/** n8n stores executions in the form of the package `flatted`; its own copy is the one that fits. */
	private unpack(data: string): RunData {
		const load = createRequire(join(this.n8n.folder, 'node_modules', 'n8n', 'package.json'));
		return (load('flatted') as { parse: (text: string) => RunData }).parse(data);
	}
}
