/** The token in the data of a page. */
export async function tokenOf(url: string): Promise<string> {
	const html = await (await fetch(url)).text();
	const data: { token: string } = JSON.parse(/id="data"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}');
	return data.token;
}

/** Posts a text to a page as the script of a website does. */
export const post = async (url: string, body: string, type = 'text/plain'): Promise<Response> =>
	await fetch(url, { method: 'POST', headers: { 'content-type': type, origin: 'https://stranger.example' }, body });
