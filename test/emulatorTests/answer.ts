/** The status and the body of an answer; a body that is not JSON stays text. */
export interface Answer {
	readonly status: number;
	readonly body: ReturnType<typeof JSON.parse>;
}

/** Reads the body of an answer. */
export async function readAnswer(response: Response): Promise<Answer> {
	const text = await response.text();
	const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
	return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
}

/** Sends a form: in the query for GET, otherwise in the body. Redirects are not followed. */
export async function sendForm(url: string, form: URLSearchParams, method = 'POST'): Promise<Answer> {
	const request =
		method === 'GET'
			? fetch(`${url}?${form}`, { redirect: 'manual' })
			: fetch(url, { method, body: form, redirect: 'manual' });
	return readAnswer(await request);
}
