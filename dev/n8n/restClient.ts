import { waitFor } from '../process/waiting';
import { type Execution, type StoredExecution, isFinished, readExecution } from './executions';
import { isN8n1, type InstalledN8n } from './n8nCache';

/** The account of n8n's owner. */
export interface Login {
	readonly email: string;
	readonly password: string;
}

/** n8n's answer to a request that it did not carry out. */
class RefusedError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** No answer arrived (fetch throws a TypeError), or n8n was too busy for its own database. */
const isPassing = (error: unknown): boolean =>
	error instanceof TypeError || (error instanceof RefusedError && error.status === 503);

/** For a question that is asked again: every other error is n8n's answer and must not be ignored. */
function ignorePassing(error: unknown): undefined {
	if (!isPassing(error)) throw error;
}

/** A client for n8n's internal REST interface, which its editor uses too. */
export class RestClient {
	private cookie = '';

	constructor(
		private readonly base: string,
		private readonly n8n: InstalledN8n,
	) {}

	/** Sends one request and returns the `data` of the answer. Throws n8n's own message. */
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
		if (!answer.ok) {
			const message = `n8n answered ${answer.status} to ${method} ${path}: ${text.slice(0, 400)}`;
			throw new RefusedError(answer.status, message);
		}
		const parsed: T & { data?: T } = JSON.parse(text || '{}');
		return parsed.data ?? parsed;
	}

	/** Signs in; creates the owner first when this n8n has none yet. */
	async signIn({ email, password }: Login): Promise<void> {
		type Settings = { userManagement?: { showSetupOnFirstLoad?: boolean } };
		const settings = await this.call<Settings>('GET', '/rest/settings');
		if (settings.userManagement?.showSetupOnFirstLoad) {
			await this.call('POST', '/rest/owner/setup', { email, password, firstName: 'Local', lastName: 'Owner' });
		}
		await this.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** Creates the credential, or updates the one with this name and type; returns its id. */
	async saveCredential(name: string, type: string, data: object): Promise<string> {
		type Stored = { id: string; name: string; type: string };
		const all = await this.call<Stored[]>('GET', '/rest/credentials');
		const existing = all.find((credential) => credential.name === name && credential.type === type);
		const body = { name, type, data };
		const saved = existing
			? await this.call<Stored>('PATCH', `/rest/credentials/${existing.id}`, body)
			: await this.call<Stored>('POST', '/rest/credentials', body);
		return saved.id;
	}

	/** Runs the test of a credential, like the editor does. */
	async testCredential(credential: object): Promise<{ status: string; message: string }> {
		return await this.call('POST', '/rest/credentials/test', { credentials: credential });
	}

	/** The names of all node types or credential types that n8n has loaded. */
	async typeNames(kind: 'nodes' | 'credentials'): Promise<string[]> {
		const list = await this.call<Array<{ name: string }>>('GET', `/types/${kind}.json`);
		return list.map(({ name }) => name);
	}

	/** The versions of all node types that n8n has loaded. */
	async typeVersions(): Promise<ReadonlyMap<string, readonly number[]>> {
		type Type = { name: string; version: number | number[] };
		const versions = new Map<string, number[]>();
		// A type is listed once for each group of versions that have a description of their own.
		for (const { name, version } of await this.call<Type[]>('GET', '/types/nodes.json'))
			versions.set(name, [...(versions.get(name) ?? []), ...[version].flat()]);
		return versions;
	}

	/** Stores a new workflow and returns its id. */
	async saveWorkflow(workflow: object): Promise<string> {
		return (await this.call<{ id: string }>('POST', '/rest/workflows', { active: false, ...workflow })).id;
	}

	/** Publishes a stored workflow: its triggers and webhooks work from now on. */
	async publish(workflowId: string): Promise<void> {
		type Versions = { versionId: string; activeVersionId?: string | null };
		const path = `/rest/workflows/${workflowId}`;
		const { versionId, activeVersionId } = await this.call<Versions>('GET', path);
		if (activeVersionId !== versionId) await this.call('POST', `${path}/activate`, { versionId });
	}

	/** Starts waiting for the trigger of a workflow, like "Listen for test event" does. */
	async listen(workflowId: string, trigger: string): Promise<void> {
		await this.run(workflowId, trigger);
	}

	/** Starts a workflow from the node `trigger`; returns the id of the execution. */
	async start(workflowId: string, trigger: string): Promise<string> {
		return (await this.run(workflowId, trigger)).executionId;
	}

	private async run(workflowId: string, trigger: string): Promise<{ executionId: string }> {
		const path = `/rest/workflows/${workflowId}`;
		// n8n 1 takes the workflow from the editor, n8n 2 from its database.
		const workflow = isN8n1(this.n8n) ? { workflowData: await this.call('GET', path) } : {};
		return await this.call('POST', `${path}/run`, { ...workflow, triggerToStartFrom: { name: trigger } });
	}

	/** An execution, as soon as it waits for an answer. Throws when that takes longer than `ms`. */
	async waiting(executionId: string, ms: number): Promise<Execution> {
		const waits = async () => {
			const stored = await this.execution(executionId).catch(ignorePassing);
			return stored?.status === 'waiting' && stored;
		};
		return readExecution(await waitFor(ms, `execution ${executionId} to wait`, waits), this.n8n);
	}

	/** Waits for the end of an execution. Throws when it takes longer than `ms`. */
	async finished(executionId: string, ms: number): Promise<Execution> {
		const finished = async () => {
			// n8n closes idle connections, also while a large item keeps it busy: the next attempt opens a new one.
			const stored = await this.execution(executionId).catch(ignorePassing);
			return stored && isFinished(stored) && stored;
		};
		return readExecution(await waitFor(ms, `execution ${executionId}`, finished, 500), this.n8n);
	}

	/** Executes a workflow from the node `trigger` and waits for its end. Throws when it takes longer than `ms`. */
	async execute(workflowId: string, trigger: string, ms: number): Promise<Execution> {
		return await this.finished(await this.start(workflowId, trigger), ms);
	}

	/** The finished executions of a workflow, oldest first. */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?limit=100&filter=${filter}`;
		const { results } = await this.call<{ results: StoredExecution[] }>('GET', path);
		const finished = results.filter(isFinished).sort((a, b) => Number(a.id) - Number(b.id));
		return await Promise.all(finished.map(async ({ id }) => readExecution(await this.execution(id), this.n8n)));
	}

	/** Whether n8n remembers an execution of this workflow that succeeded. */
	async hasSucceeded(workflowId: string): Promise<boolean> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['success'] }));
		const { results } = await this.call<{ results: unknown[] }>('GET', `/rest/executions?limit=1&filter=${filter}`);
		return results.length > 0;
	}

	private async execution(id: string): Promise<StoredExecution> {
		return await this.call<StoredExecution>('GET', `/rest/executions/${id}`);
	}
}
