import { rm } from 'node:fs/promises';
import { measureDownload, type DownloadBenchmark } from './download';
import { measureEntries, type EntriesBenchmark } from './entries';
import { measureItems, type ItemsBenchmark } from './items';
import { measureInstant, measureUpload, type InstantBenchmark, type UploadBenchmark } from './upload';

/* Runs one benchmark; child.ts starts this file for each of them. */

/** One benchmark; its costs are sent to the parent process. */
export type Benchmark = ItemsBenchmark | EntriesBenchmark | UploadBenchmark | DownloadBenchmark | InstantBenchmark;

async function measure(benchmark: Benchmark, url: string): Promise<unknown> {
	switch (benchmark.kind) {
		case 'items':
			return await measureItems(benchmark, url);
		case 'entries':
			return await measureEntries(benchmark, url);
		case 'upload':
			return await measureUpload(benchmark, url);
		case 'download':
			return await measureDownload(benchmark, url);
		case 'instant':
			return await measureInstant(benchmark, url);
	}
}

async function main(): Promise<void> {
	const { benchmark, url }: { benchmark: Benchmark; url: string } = JSON.parse(process.argv[2] ?? '{}');
	try {
		const costs = await measure(benchmark, url);
		await new Promise((sent) => process.send?.(costs, sent));
	} finally {
		// The binary data that the engine stored: gigabytes.
		await rm(process.env.N8N_USER_FOLDER ?? '', { recursive: true, force: true });
	}
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
