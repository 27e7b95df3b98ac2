import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** A program of this folder in a process of its own, which ends with this one. */
export class Program<Message extends { readonly type: string }, Order extends { readonly type: string }> {
	readonly ended: Promise<void>;
	private readonly child: ChildProcess;
	private readonly waiting = new Map<string, (message: Message) => void>();

	constructor(
		private readonly name: string,
		setup: unknown,
		private readonly heard: (message: Message) => void,
	) {
		this.child = fork(join(__dirname, `${name}.ts`), [JSON.stringify(setup)], {
			execArgv: ['--import', 'tsx', '--expose-gc'],
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		});
		this.child.on('message', (message: Message) => {
			this.heard(message);
			this.waiting.get(message.type)?.(message);
		});
		this.ended = new Promise((resolve) => this.child.once('exit', () => resolve()));
	}

	tell(order: Order): void {
		if (this.child.connected) this.child.send(order);
	}

	/** The next message of this type. Rejects when the program ends first. */
	async next<Type extends Message['type']>(type: Type): Promise<Extract<Message, { readonly type: Type }>> {
		return await new Promise((resolve, reject) => {
			this.waiting.set(type, (message) => resolve(message as Extract<Message, { readonly type: Type }>));
			void this.ended.then(() => reject(new Error(`the ${this.name} of the soak ended`)));
		});
	}

	/** Ends the program. */
	async close(): Promise<void> {
		if (this.child.connected) this.child.disconnect();
		await this.ended;
	}
}
