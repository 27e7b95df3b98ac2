import path from 'node:path';
import type * as run from '../../src/n8n/execute/run';
import type * as tokenCaller from '../../src/n8n/credentials/tokenCaller';
import type * as tokenCredential from '../../src/n8n/credentials/tokenCredential';

/** The code as another process of the same n8n has it: nothing that it keeps in memory is shared with other copies. */
export interface ProcessCopy {
	readonly run: typeof run.run;
	readonly tokenCaller: typeof tokenCaller.tokenCaller;
	readonly preAuthenticate: typeof tokenCredential.preAuthenticate;
}

const load = <T extends object>(file: string): T => jest.requireActual<T>(path.join(__dirname, '../../src/n8n', file));

/** A new copy. Takes 0.3 s: make it once for a test file. */
export function newProcess(): ProcessCopy {
	let copy: ProcessCopy | undefined;
	jest.isolateModules(() => {
		copy = {
			...load<typeof tokenCredential>('credentials/tokenCredential'),
			...load<typeof tokenCaller>('credentials/tokenCaller'),
			...load<typeof run>('execute/run'),
		};
	});
	if (!copy) throw new Error('nothing was loaded');
	return copy;
}
