import { read } from './imports';

/** The rows of the table under "Supply chain" in docs/security.md: packages in ours, their licences, what for. */
export const BUNDLED = [
	...(/^## Supply chain$([^]*?)^## /m.exec(read('docs/security.md'))?.[1] ?? '').matchAll(
		/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm,
	),
].map(([, name = '', license = '', purpose = '']) => ({ name, license: license.trim(), purpose: purpose.trim() }));
