import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checks } from './checks';
import type { DemoCredential } from '../process/emulatorProcess';
import { demoCredentials } from '../process/emulatorProcess';
import { checkHttpRequest } from './httpRequestChecks';
import { PROJECT } from '../n8n/packagedNodes';
import { checkSample } from './sampleChecks';
import type { Stage } from '../stage';

interface Manifest {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
}

/** What n8n calls the class in a file of the package's manifest: its name with a small first letter. */
function typeName(file: string): string {
	const name = file.split('/').at(-1)?.split('.')[0] ?? '';
	return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Checks the installed package through n8n's REST interface and executes the sample workflow. */
export async function checkServer(checks: Checks, stage: Stage): Promise<void> {
	const { rest, emulator } = stage;
	const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as Manifest;
	await checks.check(`n8n lists the package's ${manifest.n8n.nodes.length} node types`, async () => {
		const names = new Set(await rest.typeNames('nodes'));
		const missing = manifest.n8n.nodes
			.map((file) => `${manifest.name}.${typeName(file)}`)
			.filter((name) => !names.has(name));
		assert.deepEqual(missing, []);
	});
	await checks.check(`n8n lists the package's ${manifest.n8n.credentials.length} credential types`, async () => {
		const names = new Set(await rest.typeNames('credentials'));
		assert.deepEqual(
			manifest.n8n.credentials.map(typeName).filter((name) => !names.has(name)),
			[],
		);
	});
	for (const credential of demoCredentials(emulator.url)) await checkCredential(checks, stage, credential);
	await checkHttpRequest(checks, stage);
	await checkSample(checks, stage);
}

/** A credential's own test, with its secret and with a wrong one. */
async function checkCredential(
	checks: Checks,
	{ rest, credentials }: Stage,
	{ name, type, data }: DemoCredential,
): Promise<void> {
	const secretField = Object.keys(data).find((field) => /secret$/i.test(field)) ?? '';
	const test = async (change: object) =>
		await rest.testCredential({ id: credentials[type], name, type, data: { ...data, ...change } });
	await checks.check(`${type}: the credential test passes with the right secret`, async () => {
		const { status, message } = await test({});
		assert.equal(status, 'OK', message);
	});
	await checks.check(`${type}: the credential test says what is wrong with a wrong secret`, async () => {
		const { status, message } = await test({ [secretField]: 'not-the-secret' });
		assert.equal(status, 'Error');
		assert.match(message, /secret|sign|authori/i);
		assert.doesNotMatch(message, /not-the-secret/);
	});
}
