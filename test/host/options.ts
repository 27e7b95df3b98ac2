import { parseArgs } from 'node:util';
import { type Edition, editionOf } from '../../src/tools/editions';
import { DEFAULT_N8N, type N8nVersion, n8nVersion, VERSION_NAMES } from '../../dev/n8n/n8nVersions';

/** What was asked for on the command line. */
export interface HostOptions {
	readonly groups: ReadonlySet<string>;
	readonly n8n: N8nVersion;
	/** The Node.js that runs n8n, where it is not the one that was installed with it. */
	readonly node?: string;
	/** Whether the checks that need a browser, and long waits, are left out. */
	readonly short: boolean;
	readonly updateImages: boolean;
	/** The edition of the package. */
	readonly edition: Edition;
}

/** The names of the groups, and which of them run when none is named. */
export interface GroupNames {
	readonly all: readonly string[];
	readonly full: readonly string[];
	readonly short: readonly string[];
}

const usage = ({ all, short }: GroupNames): string => `npm run test:host -- [options]

Tests this package in a real n8n: installs it like a release, runs the samples, uses the editor and the preview pages in
Chromium, kills n8n while it watches a library and what people do, and repeats the sample in queue mode. Everything
runs on free ports and in a temporary folder, and is stopped at the end.

  --n8n VERSION     the version of n8n: ${VERSION_NAMES} (default: ${DEFAULT_N8N.version})
  --edition NAME    the edition of the package: full, lean (default: full)
  --node PROGRAM    the Node.js that runs n8n (default: the Node.js of this program)
  --short           no browser and no kills: ${short.join(', ')}
  --only GROUP      run one group of checks; may be repeated (default: all but poll, which is part of trigger):
                    ${all.join(', ')}
  --update-images   replace the screenshots in docs/images
  --help            show this text`;

/** Reads the command line; answers the text of --help where that is wanted. Throws for what does not exist. */
export function readOptions(args: readonly string[], names: GroupNames): HostOptions | string {
	const { values } = parseArgs({
		args: [...args],
		options: {
			n8n: { type: 'string', default: DEFAULT_N8N.version },
			node: { type: 'string' },
			edition: { type: 'string', default: 'full' },
			short: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true, default: [] },
			'update-images': { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return usage(names);
	const { short, node } = values;
	const groups = groupsNamed(values.only, short, names);
	const edition = editionOf(values.edition);
	const n8n = n8nVersion(values.n8n);
	return { groups, n8n, ...(node && { node }), short, updateImages: values['update-images'], edition };
}

function groupsNamed(wanted: readonly string[], isShort: boolean, names: GroupNames): ReadonlySet<string> {
	const unknown = wanted.filter((name) => !names.all.includes(name));
	if (unknown.length > 0) throw new Error(`There is no group "${unknown.join('", "')}".\n\n${usage(names)}`);
	if (wanted.length > 0) return new Set(wanted);
	return new Set(isShort ? names.short : names.full);
}
