import busboy from 'busboy';
import type { Exchange } from '../../http/exchange';
import type { Pair } from '../../http/form';
import type { Content } from '../../store/content';
import type { ContentWriter } from '../../store/contentWriters';

/** The multipart body of a web upload. */
export interface WebUploadForm {
	/** Text fields, and the query. */
	readonly pairs: Pair[];
	/** Names of the file parts. */
	readonly fileFields: string[];
	/** Content of the first file part, while it is being received; null without one. */
	content: Promise<Content> | null;
}

async function receive(stream: AsyncIterable<Buffer>, writer: ContentWriter): Promise<Content> {
	for await (const chunk of stream) await writer.append(chunk);
	return writer.seal();
}

/** Reads the body; the first file part is streamed to `writer`. Rejects when the body is not a multipart form. */
export function readWebUpload(exchange: Exchange, writer: ContentWriter): Promise<WebUploadForm> {
	return new Promise((resolve, reject) => {
		const form: WebUploadForm = { pairs: [...exchange.query], fileFields: [], content: null };
		// Without defParamCharset busboy reads file names as Latin-1.
		const parser = busboy({ headers: exchange.req.headers, defParamCharset: 'utf8' });
		parser.on('field', (name, value) => form.pairs.push([name, value]));
		parser.on('file', (name, stream) => {
			form.fileFields.push(name);
			if (form.content) return void stream.resume();
			form.content = receive(stream, writer);
			form.content.catch(reject);
		});
		parser.on('close', () => resolve(form));
		parser.on('error', reject);
		exchange.req.on('error', reject);
		exchange.req.pipe(parser);
	});
}
