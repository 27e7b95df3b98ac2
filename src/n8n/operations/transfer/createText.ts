import { bufferSource } from '../../../client/upload/memorySource';
import type { createFromText } from '../../../protocol/catalogue/transfer';
import type { In } from '../../../protocol/operation/define';
import { encodeText } from '../../../protocol/text/encodeText';
import { type Handler, outputItem } from '../job';
import { store } from './upload';

/** Stores the text that was entered as a file: one output item. Throws inputError for what the encoding lacks. */
export const handler: Handler<In<typeof createFromText>> = {
	automatic: ['filehash', 'filesize'],
	async run(job, caller) {
		const { text, encoding = 'utf-8' } = job.checked;
		const content = encodeText('Text', text, encoding);
		return [outputItem(await store(job, caller, job.params.fullpath ?? '', () => bufferSource(content)))];
	},
};
