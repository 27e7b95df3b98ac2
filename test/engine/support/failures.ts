import { inspect } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import type { EmulatorOptions } from '../../emulator';
import type { RunResult, RunSetup } from './engine';
import { by, on } from './library';
import { EmulatedLibrary, shareWorld } from './world';

/* Failures of File Library: one clear error with what to do and the number of the item, and nothing secret in it. */

export type Parameters = Record<string, unknown>;
export const file = by('path', 'Docs/a.txt');
export const GET = on('file', 'get', { file });
export const UPLOAD = on('file', 'upload', { binaryPropertyName: 'data', folder: by('path', 'Up') });

interface Expected {
	message: RegExp;
	description?: RegExp;
	item?: number;
	sent?: boolean;
}

/** The File Library node with one file, whose failures are looked at. */
export class Failures extends EmulatedLibrary {
	override async open(options: Partial<EmulatorOptions> = {}): Promise<void> {
		await super.open(options);
		this.emulator.seedFile('Docs/a.txt', 'content');
	}

	/** Settings of a run: the credential with some fields changed. */
	with(change: Record<string, string>): Pick<RunSetup, 'credentials'> {
		return { credentials: this.changed(change) };
	}

	/** Everything that must not be seen: the secret, and every signature, token and link query that was sent. */
	secretsSeen(from: number): string[] {
		const sent = this.emulator.requests
			.slice(from)
			.flatMap(({ params }) => ['sign', 'key'].map((name) => params[name] ?? ''));
		return [this.emulator.library.orgClientSecret, ...sent]
			.filter((text) => text.length > 3)
			.flatMap((text) => [text, encodeURIComponent(text)]);
	}

	/** Expects the one error of a run, and that no request was sent since `before`, unless `sent`. */
	expectClear(
		result: RunResult,
		{ message, description = /\w{3}/, item = 0, sent = false }: Expected,
		before: number,
	): void {
		const { error } = result;
		expect(error?.message).toMatch(message);
		// n8n's editor adds the number of the item; a field and what is wrong with it are one sentence.
		expect(error?.message).not.toMatch(/\[item|^[^:"]*: (?:is|are|must|can't|has|contains?|choose|enter|set)\b/i);
		expect(error?.description ?? '').toMatch(description);
		expect(error?.context).toMatchObject({ itemIndex: item });
		expect(result.items).toEqual([]);
		if (!sent) expect(this.emulator.requests.slice(before).map(({ path }) => path)).toEqual([]);
		for (const secret of this.secretsSeen(before)) {
			expect(JSON.stringify(error)).not.toContain(secret);
			expect(inspect(error, { depth: 6 })).not.toContain(secret);
		}
	}

	/** Runs twice: the run fails, and with Continue On Fail the failure is the one bad item. */
	async expectFailure(
		parameters: Parameters,
		expected: Expected,
		items: INodeExecutionData[] = [{ json: {} }],
		more = {},
	): Promise<void> {
		const before = this.emulator.requests.length;
		this.expectClear(await this.run(parameters, items, more), expected, before);
		const nodeProps = { onError: 'continueRegularOutput' } as const;
		const continued = await this.run(parameters, items, { ...more, nodeProps });
		const bad = continued.items.filter(({ json }) => json.error !== undefined);
		expect(continued.error).toBeUndefined();
		expect(bad).toHaveLength(1);
		expect(bad[0]?.pairedItem).toEqual({ item: expected.item ?? 0 });
		for (const secret of this.secretsSeen(before))
			expect(inspect(continued.items, { depth: 6 })).not.toContain(secret);
	}
}

/** The emulator and the node of a test file, the same for all its tests. */
export const useFailures = (): Failures => shareWorld(new Failures());
