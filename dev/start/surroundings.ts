import { chmodSync, mkdirSync } from 'node:fs';

/* What npm start takes from the shell, and what of its own it shows to other users of the machine: nothing. */

/** Settings of n8n that are for trying something out: they change neither where its data is nor who can read it. */
const PASSED_ON = /^(N8N_SSRF_|N8N_LOG_LEVEL$)/;

/** The settings of n8n in an environment that the started n8n gets too; of the others, the names. */
export function shellSettings(environment: NodeJS.ProcessEnv): {
	readonly passedOn: Record<string, string>;
	readonly left: readonly string[];
} {
	const ofN8n = Object.entries(environment).filter(([name]) => /^N8N_/.test(name) && name !== 'N8N_PORT');
	return {
		passedOn: Object.fromEntries(
			ofN8n.flatMap(([name, value = '']) => (PASSED_ON.test(name) ? [[name, value]] : [])),
		),
		left: ofN8n.map(([name]) => name).filter((name) => !PASSED_ON.test(name)),
	};
}

/** What is said about it, a line each. */
export function settingsLines({ passedOn, left }: ReturnType<typeof shellSettings>): string[] {
	const names = Object.keys(passedOn);
	return [
		...(names.length > 0 ? [`n8n gets from your shell: ${names.join(', ')}`] : []),
		...(left.length > 0 ? [`n8n does not get from your shell, because it is separate: ${left.join(', ')}`] : []),
	];
}

/** Makes a folder that only its owner can open; files of this process and of what it starts are the owner's alone. */
export function keepPrivate(folder: string): void {
	process.umask(0o077);
	mkdirSync(folder, { recursive: true });
	chmodSync(folder, 0o700);
}
