import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoCredential } from '../n8n/demoCredentials';
import { demoCredentials } from '../n8n/demoCredentials';
import { PROJECT } from '../n8n/packagedNodes';
import { freePort } from '../process/freePort';
import { SAMPLES, workflowFiles } from '../workflows/sampleWorkflows';
import type { Checks } from './checks';
import { checkHttpRequest } from './httpRequestChecks';
import type { PreparedN8n } from './preparedN8n';
import { checkSample } from './samples/firstFileChecks';
import { checkSearch } from './searchChecks';

interface Manifest {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
}

/** The name that n8n gives to the class in a file of the package's manifest: it starts with a small letter. */
function typeName(file: string): string {
	const name = file.split('/').at(-1)?.split('.')[0] ?? '';
	return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Checks the installed package over n8n's REST interface and executes the sample workflow. */
export async function checkServer(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checkTypes(checks, prepared);
	await checkSampleTypes(checks, prepared);
	await checkSearch(checks, prepared);
	for (const credential of demoCredentials(prepared.emulator.url))
		await checkCredential(checks, prepared, credential);
	await checkHttpRequest(checks, prepared);
	await checkSample(checks, prepared);
}

async function checkTypes(checks: Checks, { rest }: PreparedN8n): Promise<void> {
	const manifest: Manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
	await checks.check(`n8n lists the package's ${manifest.n8n.nodes.length} node types`, async () => {
		const loaded = new Set(await rest.typeNames('nodes'));
		const names = manifest.n8n.nodes.map((file) => `${manifest.name}.${typeName(file)}`);
		assert.deepEqual(
			names.filter((name) => !loaded.has(name)),
			[],
		);
	});
	await checks.check(`n8n lists the package's ${manifest.n8n.credentials.length} credential types`, async () => {
		const loaded = new Set(await rest.typeNames('credentials'));
		assert.deepEqual(
			manifest.n8n.credentials.map(typeName).filter((name) => !loaded.has(name)),
			[],
		);
	});
}

interface SampleFile {
	nodes: ReadonlyArray<{ type: string; typeVersion: number }>;
}

/** An older n8n shows a node that it does not have, or not in this version, as a question mark. */
async function checkSampleTypes(checks: Checks, { rest }: PreparedN8n): Promise<void> {
	await checks.check('n8n has every node of the samples, in its version', async () => {
		const versions = await rest.typeVersions();
		const missing = workflowFiles().flatMap((file) => {
			const { nodes }: SampleFile = JSON.parse(readFileSync(join(SAMPLES, file), 'utf8'));
			return nodes
				.filter(({ type, typeVersion }) => !versions.get(type)?.includes(typeVersion))
				.map(({ type, typeVersion }) => `${file}: ${type} ${typeVersion}`);
		});
		assert.deepEqual(missing, []);
	});
}

/** Runs the credential's own test, with its secret and with a wrong one. */
async function checkCredential(
	checks: Checks,
	{ rest, credentials }: PreparedN8n,
	{ name, type, data }: DemoCredential,
): Promise<void> {
	const secretField = Object.keys(data).find((field) => /secret$/i.test(field)) ?? '';
	const test = async (change: object) =>
		await rest.testCredential({ id: credentials[type], name, type, data: { ...data, ...change } });
	await checks.check(`${type}: the credential test passes with the right secret`, async () => {
		const { status, message } = await test({});
		assert.equal(status, 'OK', message);
	});
	await checks.check(`${type}: the credential test explains what is wrong with a wrong secret`, async () => {
		const { status, message } = await test({ [secretField]: 'not-the-secret' });
		assert.equal(status, 'Error');
		assert.match(message, /secret|sign|authori/i);
		assert.doesNotMatch(message, /not-the-secret/);
	});
	await checks.check(`${type}: the credential test says what to do where nothing answers`, async () => {
		const { status, message } = await test({ baseUrl: `http://127.0.0.1:${await freePort()}` });
		assert.equal(status, 'Error');
		assert.match(message, /the connection was refused\. Check the Base URL in the credential/);
	});
}
