import { httpFor } from '../../../src/client/http/http';

/* Requests the address that it is started with, and prints the answer or what went wrong: see https.test.ts. */

async function main(): Promise<void> {
	const http = httpFor({ allowUnauthorizedCerts: false });
	try {
		const answer = await http.request({ method: 'GET', url: process.argv[2] ?? '' });
		process.stdout.write(await answer.text());
	} catch (error) {
		process.stdout.write(String(error));
	}
}
void main();
