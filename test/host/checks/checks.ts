import { report } from '../../../dev/process/progress';
import { withTimeout } from '../../../dev/process/waiting';

/** Runs checks one after another and counts them. A failed check is printed and does not keep the next from running. */
export class Checks {
	private passed = 0;
	private failed = 0;

	/** Resolves with the result of `task`, or with undefined when it throws or takes longer than `ms`. */
	async check<T>(name: string, task: () => Promise<T>, ms = 120_000): Promise<T | undefined> {
		const from = Date.now();
		const seconds = () => ((Date.now() - from) / 1000).toFixed(1);
		try {
			const result = await withTimeout(ms, name, task());
			this.passed++;
			report(`  ✓ ${name} (${seconds()} s)`);
			return result;
		} catch (error) {
			this.fail(`${name} (${seconds()} s)`, error);
			return undefined;
		}
	}

	/** Counts and prints a failure that happened outside of a check, e.g. while starting n8n. */
	fail(name: string, error: unknown): void {
		this.failed++;
		report(`  ✗ ${name}\n${indented(error)}`);
	}

	/** The last line of the output, for people and programs. */
	summary(): string {
		return `${this.passed} passed, ${this.failed} failed`;
	}

	/** Whether at least one check has passed and none has failed. */
	ok(): boolean {
		return this.failed === 0 && this.passed > 0;
	}
}

function indented(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	return text
		.split('\n')
		.map((line) => `             ${line}`)
		.join('\n');
}
