import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program, as a shell of an administrator finds it; undefined where it is missing. */
export const onPath = (program: string): string | undefined =>
	[...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
		.map((folder) => join(folder, program))
		.find((path) => existsSync(path));
