import { Container } from '@n8n/di';
import { LoggerProxy, type INode, type INodeExecutionData, type INodeType } from 'n8n-workflow';
import { Logger } from '@n8n/backend-common';
import { drawsOf, oneOf } from '../../support/secrets/draws';
import { ENCODINGS, WHOLE_ENCODINGS } from '../../support/secrets/encodings';
import { givenAway } from '../../support/secrets/revealed';
import { printed, textsIn } from '../../support/secrets/textsIn';
import type { CredentialData } from '../support/credentialsHelper';
import { createEngine, type Engine, type RunResult } from '../support/engine';
import { credentialTypes } from '../support/world';
import { FAILURES } from './badAnswers';
import { IN_CREDENTIAL, labSecrets, type LabSecrets } from './labSecrets';
import { RepeatingService, type Plan } from './repeatingService';

/** A failure that was drawn, and its name. */
interface DrawnPlan extends Plan {
	readonly name: string;
}

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;

/** Nodes in n8n's engine, credentials whose secrets need every escape, and a service that repeats them. */
export class SecretLab {
	/** What was logged in this run. */
	private readonly logged: string[] = [];
	/** Texts in which nothing was found: most of them come again and again. */
	private readonly clean = new Set<string>();
	private run = 0;

	private constructor(
		readonly engine: Engine,
		readonly service: RepeatingService,
		readonly secrets: LabSecrets,
		public draw: () => number,
	) {}

	/** Draws anew: what is drawn for one test does not depend on the tests before it. */
	reseed(seed: number): void {
		this.draw = drawsOf(seed);
	}

	static async start(seed: number): Promise<SecretLab> {
		const draw = drawsOf(seed);
		const secrets = labSecrets(draw);
		const lab = new SecretLab(await createEngine(), await new RepeatingService(secrets).start(), secrets, draw);
		lab.listen();
		return lab;
	}

	register(node: INodeType, as = node.description.name): string {
		const named = Object.create(node, { description: { value: { ...node.description, name: as } } }) as INodeType;
		return this.engine.register(named, ...credentialTypes());
	}

	/** All credentials, for a service of their own, so that runs share no tokens and no authorizations. */
	credentials(fields: Record<string, unknown> = {}): CredentialData {
		const { org, enterprise, partner, password, exchangeToken, domainAuth, storedRefreshToken } = this.secrets;
		const baseUrl = `${this.service.url}/run${++this.run}`;
		const common = { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
		const person = { grantType: 'password', username: 'anna@example.com', password, account: 'anna@example.com' };
		const others = { exchangeToken, domain: 'acme', auth: domainAuth, refreshToken: storedRefreshToken };
		return {
			fileLibraryOrgApi: { ...common, orgClientId: 'lib', orgClientSecret: org },
			fileLibraryEnterpriseApi: { ...common, clientId: 'ent', clientSecret: enterprise },
			fileLibraryPartnerApi: { ...common, clientId: 'partner', clientSecret: partner },
			fileLibraryTokenApi: {
				...common,
				clientId: 'user-client',
				clientSecret: enterprise,
				...person,
				...others,
				...fields,
			},
		} as CredentialData;
	}

	/** A failure from the request `from` on, of a service that knows the secrets of some credentials. */
	drawPlan(from: number, credentials: readonly string[]): DrawnPlan {
		const [kind, failure] = oneOf(this.draw, Object.entries(FAILURES));
		// Items may show what a person chose, what was good for a moment, and pieces, which names may contain too.
		const isItem = /^a good|^an unexpected|^a failed task|^a list/.test(kind);
		const [encoding, encode] = oneOf(this.draw, isItem ? WHOLE_ENCODINGS : Object.entries(ENCODINGS));
		const own = credentials.flatMap((type) => IN_CREDENTIAL[type] ?? []).map((name) => this.secrets[name]);
		const once = this.draw() < 0.25;
		const turn = this.draw();
		const say = (sent: readonly string[]): string => {
			const known = isItem ? own.filter((one) => one !== this.secrets.password) : [...new Set([...own, ...sent])];
			const first = Math.floor(turn * known.length);
			return [...known.slice(first), ...known.slice(0, first)].slice(0, 4).map(encode).join(' | ');
		};
		const letters = /[A-Za-z0-9]{8,}/.exec(own.join(' '))?.[0] ?? 'unknown';
		const host = this.draw() < 0.5 ? letters : `h-${letters}`;
		return { name: `${kind}, ${encoding}${once ? ', once' : ''}`, from, once, failure, say, host };
	}

	/** Runs a node once as planned, after the last run was forgotten. */
	async try(
		node: string,
		parameters: Readonly<Record<string, unknown>>,
		{ plan, items = [{ json: {} }], nodeProps = {}, fields = {} }: TryOptions = {},
	): Promise<RunResult & { pushed: unknown[] }> {
		this.reset(plan);
		const pushed: unknown[] = [];
		const result = await this.engine.run({
			node,
			parameters: { ...parameters },
			credentials: this.credentials(fields),
			items,
			nodeProps,
			mode: 'manual',
			onPush: (type, data) => void pushed.push([type, data]),
		});
		return { ...result, pushed };
	}

	reset(plan?: Plan): void {
		this.service.reset(plan);
		this.logged.length = 0;
	}

	/** What a value and the log of the run give away. */
	findings(value: unknown, skipped?: ReadonlySet<PropertyKey>): string[] {
		const texts = textsIn([value, this.logged], skipped);
		return [...texts].filter((text) => !this.clean.has(text)).flatMap((text) => this.foundIn(text));
	}

	/** What a log would give away of an error. */
	findingsPrinted(error: object): string[] {
		return printed(error).flatMap((text) => (this.clean.has(text) ? [] : this.foundIn(text)));
	}

	async close(): Promise<void> {
		await this.service.close();
	}

	private foundIn(text: string): string[] {
		const own = Object.entries(this.secrets) as Array<[string, string]>;
		const sent = [...this.service.sent]
			.filter((secret) => !own.some(([, known]) => known === secret))
			.map((secret): [string, string] => [`sent ${secret}`, secret]);
		const found = givenAway(text, new Map([...own, ...sent]));
		if (found.length === 0 && sent.length === 0) this.clean.add(text);
		return found.map((one) => `${one} in ${JSON.stringify(text.slice(0, 400))}`);
	}

	/** Whatever n8n, the package or Node.js writes anywhere. */
	private listen(): void {
		const take = (...said: unknown[]): void => {
			this.logged.push(...textsIn(said));
		};
		for (const logger of [Container.get(Logger), LoggerProxy])
			for (const level of LEVELS) jest.spyOn(logger, level).mockImplementation(take);
		for (const level of [...LEVELS, 'log', 'trace'] as const) jest.spyOn(console, level).mockImplementation(take);
	}
}

interface TryOptions {
	readonly plan?: Plan | undefined;
	readonly items?: INodeExecutionData[];
	readonly nodeProps?: Partial<INode>;
	/** Other fields of a person's credential. */
	readonly fields?: Record<string, unknown>;
}
