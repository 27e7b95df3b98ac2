import type { Execution } from '../n8n/executions';

/** The trigger node of the sample `first-file.json`. */
export const FIRST_FILE_TRIGGER = 'Start';

/** What the last node of the sample returned. Throws the failed node and its message when the execution failed. */
export function firstFileResult(execution: Execution) {
	if (execution.status !== 'success') {
		throw new Error(`The sample workflow ended with "${execution.status}": ${execution.error || 'no message'}`);
	}
	const [item] = execution.items('Compare both');
	if (!item) throw new Error('The sample workflow returned nothing');
	const { name, size, chunks, sha1Original, sha1Downloaded, sha1Equal, link } = item.json;
	return {
		name: String(name),
		size: Number(size),
		chunks: Number(chunks),
		sha1Original: String(sha1Original),
		sha1Downloaded: String(sha1Downloaded),
		sha1Equal: sha1Equal === true,
		link: String(link),
	};
}
