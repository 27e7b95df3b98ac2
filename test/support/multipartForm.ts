import type { IncomingHttpHeaders } from 'node:http';
import busboy from 'busboy';

/** A multipart form, read by a parser that is independent of the one that wrote it. */
export interface MultipartForm {
	/** Text fields in the order in which they came; a name may come twice. */
	readonly fields: ReadonlyArray<readonly [name: string, value: string]>;
	/** Names of the fields that contain a file. */
	readonly files: readonly string[];
	/** The content of all files, one after another. */
	readonly content: Buffer;
}

/** Reads the multipart body of a recorded request. Throws when it is not one. */
export async function multipartForm(request: { headers: IncomingHttpHeaders; body: Buffer }): Promise<MultipartForm> {
	const fields: Array<readonly [string, string]> = [];
	const files: string[] = [];
	const parts: Buffer[] = [];
	await new Promise<void>((resolve, reject) => {
		const reader = busboy({ headers: request.headers, defParamCharset: 'utf8' });
		reader.on('field', (name, value) => fields.push([name, value]));
		reader.on('file', (name, stream) => {
			files.push(name);
			stream.on('data', (part: Buffer) => parts.push(part));
		});
		reader.on('close', resolve).on('error', reject);
		reader.end(request.body);
	});
	return { fields, files, content: Buffer.concat(parts) };
}
