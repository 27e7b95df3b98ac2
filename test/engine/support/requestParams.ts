import type { RecordedRequest } from '../../support/fakeServer';
import { multipartForm } from '../../support/multipartForm';

/** Its form fields, the bytes of its file or of its whole body, and what is wrong with it. */
interface RequestContent {
	params: Record<string, string>;
	body: Buffer;
	problems: string[];
}

/** Reads a form or multipart body into its parameters, and any other body as bytes. */
export async function contentOf(request: RecordedRequest): Promise<RequestContent> {
	const { headers, method, form, body } = request;
	const type = (headers['content-type'] ?? '').split(';')[0]?.trim();
	if (type === 'multipart/form-data') {
		const { fields, files, content } = await multipartForm(request);
		const entries = [...fields, ...files.map((name) => [name, 'content'] as const)];
		return { ...paramsOf(entries), body: content };
	}
	const read = { ...paramsOf([...form]), body };
	if (type !== 'application/x-www-form-urlencoded' && body.length && method === 'POST')
		read.problems.push(`content type ${type}`);
	return read;
}

function paramsOf(entries: ReadonlyArray<readonly [string, string]>): Omit<RequestContent, 'body'> {
	const params: Record<string, string> = {};
	const problems: string[] = [];
	for (const [name, value] of entries) {
		if (name in params) problems.push(`${name} is sent twice`);
		params[name] = value;
	}
	return { params, problems };
}
