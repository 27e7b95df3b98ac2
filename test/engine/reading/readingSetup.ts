import {
	NodeConnectionTypes,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import type { Execution, WaitingAnswer } from '../support/engineTypes';
import { by } from '../support/library';
import { nameOf, World } from '../support/world';
import { settingsIn } from '../../support/pageSettings';

/** A node that loses all fields of the items and half of the items, as a node that sends mail may. */
const forgetful = {
	description: {
		displayName: 'Forgetful',
		name: 'forgetful',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Forgetful' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	execute: async () => [[{ json: { accepted: true } }]],
} satisfies INodeType;

/** What the workflow of a test is like. */
export interface Flow {
	/** One input item, and so one link, for each. */
	viewers: string[];
	link?: IDataObject;
	/** How often the node that makes the links is tried. */
	attempts?: Partial<INode>;
	wait?: IDataObject;
	/** Whether a node in between loses the items. */
	forgets?: boolean;
	/** Whether the wait has the setting Execute Once. */
	once?: boolean;
}

/** Get Reading Link and Wait for Reading in one execution, in n8n's own contexts, against the emulator. */
export class ReadingSetup extends World {
	readonly node = nameOf('fileLibrary');
	forgetfulNode = '';

	override async open(): Promise<void> {
		await super.open({ seedDemo: true });
		this.forgetfulNode = this.engine.register(forgetful);
	}

	/** An execution that has not started. */
	execution({ viewers, link = {}, attempts = {}, wait = {}, forgets = false, once = false }: Flow): Execution {
		const file = by('path', 'Contracts/offer.pdf');
		const viewer = '={{ $json.person }}';
		const linkParameters = { resource: 'file', operation: 'getReadingLink', file, viewer, ask: 'read', ...link };
		const waitParameters = { resource: 'file', operation: 'waitForReading', ...wait };
		const items: INodeExecutionData[] = viewers.map((person) => ({ json: { person } }));
		return this.engine.execution({
			credentials: this.credentials,
			items,
			nodes: [
				{ title: 'Link', node: this.node, parameters: linkParameters, nodeProps: attempts },
				...(forgets ? [{ title: 'Mail', node: this.forgetfulNode }] : []),
				{ title: 'Wait', node: this.node, parameters: waitParameters, nodeProps: { executeOnce: once } },
				{ title: 'After', node: this.forgetfulNode },
			],
		});
	}

	/** A started execution that waits, and the addresses of its pages. */
	async waiting(flow: Flow): Promise<{ execution: Execution; links: string[]; link: string; other: string }> {
		const execution = this.execution(flow);
		await execution.start();
		const links = execution.itemsOf('Link').map((item) => String(item.link));
		const [link = '', other = ''] = links;
		return { execution, links, link, other };
	}
}

/** The settings that the page gives its script. */
export const dataOf = ({ body }: WaitingAnswer): IDataObject => settingsIn(body) as IDataObject;

/** The token of a freshly opened page. */
export async function open(execution: Execution, link: string): Promise<unknown> {
	return dataOf(await execution.request('GET', link)).token;
}

/** Posts something of a page. */
export async function post(
	execution: Execution,
	link: string,
	content: object,
	between?: () => Promise<unknown>,
): Promise<{ status: number; state: unknown; message: unknown }> {
	const { status, body } = await execution.request('POST', link, JSON.stringify(content), between);
	const answer = (body.startsWith('{') ? JSON.parse(body) : {}) as IDataObject;
	return { status, state: answer.state, message: answer.message };
}
