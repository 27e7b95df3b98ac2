import { rm } from 'node:fs/promises';
import { entries, items, type EntriesTask, type ItemsTask } from './items';
import { download, instant, upload, type DownloadTask, type InstantTask, type UploadTask } from './transfers';

/** A measurement; each runs in a process of its own. */
export type Task = ItemsTask | EntriesTask | UploadTask | DownloadTask | InstantTask;

async function measure(task: Task, url: string): Promise<unknown> {
	switch (task.kind) {
		case 'items':
			return await items(task, url);
		case 'entries':
			return await entries(task, url);
		case 'upload':
			return await upload(task, url);
		case 'download':
			return await download(task, url);
		case 'instant':
			return await instant(task, url);
	}
}

async function main(): Promise<void> {
	const { task, url } = JSON.parse(process.argv[2] ?? '{}') as { task: Task; url: string };
	try {
		const result = await measure(task, url);
		await new Promise((sent) => process.send?.(result, sent));
	} finally {
		// What the engine stored: gigabytes.
		await rm(process.env['N8N_USER_FOLDER'] ?? '', { recursive: true, force: true });
	}
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
