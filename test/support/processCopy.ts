import type * as run from '../../src/n8n/execute/run';
import type * as tokenCaller from '../../src/n8n/credentials/tokenCaller';
import type * as tokenCredential from '../../src/n8n/credentials/tokenCredential';

/** The code as another process of the same n8n has it: nothing that it keeps in memory is shared with other copies. */
export interface ProcessCopy {
	readonly run: typeof run.run;
	readonly tokenCaller: typeof tokenCaller.tokenCaller;
	readonly preAuthenticate: typeof tokenCredential.preAuthenticate;
}

/** A new copy. Takes 0.3 s: make it once for a test file. */
export function newProcess(): ProcessCopy {
	let copy: ProcessCopy | undefined;
	jest.isolateModules(() => {
		copy = {
			...jest.requireActual<typeof tokenCredential>('../../src/n8n/credentials/tokenCredential'),
			...jest.requireActual<typeof tokenCaller>('../../src/n8n/credentials/tokenCaller'),
			...jest.requireActual<typeof run>('../../src/n8n/execute/run'),
		};
	});
	if (!copy) throw new Error('nothing was loaded');
	return copy;
}
