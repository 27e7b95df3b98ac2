import { causesOf } from './libraryError';

interface MachineFailure {
	/** What happened, as a sentence without a period. */
	readonly what: string;
	readonly hint: string;
}

const failure = (what: string, hint: string): MachineFailure => ({ what, hint });

const DISK_FULL = failure(
	'The disk of this n8n is full',
	'Free up space where n8n keeps its binary data and temporary files, or give that folder a larger disk. ' +
		'Then run the node again.',
);
const TOO_MANY_FILES = failure(
	'This n8n has too many files and connections open',
	'Lower Concurrency in the options of the node, or raise the limit of open files for n8n (ulimit -n). ' +
		'Then run the node again.',
);
const NOT_ALLOWED = failure(
	"This n8n isn't allowed to read or write one of its files",
	'Check that the user who runs n8n owns the folder of its binary data and may write to it.',
);
const NO_MEMORY = failure(
	'This n8n has run out of memory',
	'Process fewer or smaller items at once, lower Concurrency in the options of the node, ' +
		'or keep binary data outside of memory (N8N_DEFAULT_BINARY_DATA_MODE=filesystem).',
);
const TOO_LARGE = failure(
	'The data is too large to be processed in one piece',
	'Process fewer items at once, or keep binary data outside of memory and database ' +
		'(N8N_DEFAULT_BINARY_DATA_MODE=filesystem).',
);
const TOO_DEEP = failure(
	'The data is nested too deeply to be processed',
	'Check what the expressions of this node return: an object that contains itself, or thousands of levels, ' +
		"can't be processed. Pick the values that are needed, or flatten the data before this node.",
);
const CIRCULAR = failure(
	'The data contains itself, so it is not JSON',
	'Check what the expressions of this node return, and pick the values that are needed.',
);

const CODES: Readonly<Record<string, MachineFailure>> = {
	ENOSPC: DISK_FULL,
	EDQUOT: failure(
		'The disk quota of this n8n is used up',
		'Free up space where n8n keeps its binary data, or raise the quota. Then run the node again.',
	),
	EMFILE: TOO_MANY_FILES,
	ENFILE: TOO_MANY_FILES,
	EACCES: NOT_ALLOWED,
	EPERM: NOT_ALLOWED,
	EROFS: failure(
		'The disk of this n8n is read-only',
		'Let n8n keep its binary data in a folder that can be written to. Then run the node again.',
	),
	ENOENT: failure(
		'A file of this n8n is missing',
		'Binary data may have been deleted since the previous node returned it. Run the workflow from its start.',
	),
	EIO: failure(
		'The disk of this n8n failed to read or write',
		'Check the disk and the log of the machine. Then run the node again.',
	),
	ENOMEM: NO_MEMORY,
	ERR_MEMORY_ALLOCATION_FAILED: NO_MEMORY,
	ERR_STRING_TOO_LONG: TOO_LARGE,
	ERR_FS_FILE_TOO_LARGE: TOO_LARGE,
	ERR_BUFFER_TOO_LARGE: TOO_LARGE,
};

/** By the texts of errors of JavaScript, which have no codes. */
const TEXTS: ReadonlyArray<readonly [RegExp, MachineFailure]> = [
	[/^Maximum call stack size exceeded/, TOO_DEEP],
	[/circular structure/i, CIRCULAR],
	[/^(Invalid string length|Cannot create a string longer)/, TOO_LARGE],
	[/^(Array buffer allocation failed|Invalid array buffer length)/, NO_MEMORY],
];

/** What a failure says of the machine; undefined for any other failure. Looks at its causes too. */
export function machineFailure(error: unknown): MachineFailure | undefined {
	for (const one of causesOf(error)) {
		const { code, message } = one as { code?: unknown; message?: unknown };
		const known =
			(typeof code === 'string' && Object.hasOwn(CODES, code) ? CODES[code] : undefined) ??
			TEXTS.find(([text]) => typeof message === 'string' && text.test(message))?.[1];
		if (known) return known;
	}
	return undefined;
}
