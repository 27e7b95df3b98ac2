import { items, type ItemsTask } from './items';

/* One measurement in a process of its own: gets its task as argument, sends its result, ends. */

const task = JSON.parse(process.argv[2] ?? '{}') as ItemsTask;

async function main(): Promise<void> {
	const result = await items(task);
	process.send?.(result, () => process.exit(0));
}
main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
