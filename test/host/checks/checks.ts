import { report, within } from '../process/progress';

/** Runs checks one after the other and counts them; a failed one is printed and does not keep the next from running. */
export class Checks {
	private passed = 0;
	private failed = 0;

	/** Resolves with what `work` gives, or with undefined when it throws or takes longer than `ms`. */
	async check<T>(name: string, work: () => Promise<T>, ms = 60_000): Promise<T | undefined> {
		const from = Date.now();
		const seconds = () => ((Date.now() - from) / 1000).toFixed(1);
		try {
			const result = await within(ms, name, work());
			this.passed++;
			report(`  ✓ ${name} (${seconds()} s)`);
			return result;
		} catch (error) {
			this.failed++;
			report(`  ✗ ${name} (${seconds()} s)\n${indented(error)}`);
			return undefined;
		}
	}

	/** The closing line that people and machines read. */
	summary(): string {
		return `${this.passed} passed, ${this.failed} failed`;
	}

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
