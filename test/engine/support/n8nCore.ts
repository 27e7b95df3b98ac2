import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type * as n8nCore from 'n8n-core';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { databaseManager, OddStore } from './binaryManagers';
import type { BinaryMode } from './engineTypes';

/** n8n-core, started in this process, with the nodes and credential types that are registered in it. */
export interface N8nCore {
	readonly core: typeof n8nCore;
	readonly binaryData: n8nCore.BinaryDataService;
	readonly nodes: Map<string, INodeType>;
	readonly credentialTypes: Map<string, ICredentialType>;
	/** An ID that no workflow of this process has. */
	nextId(): string;
}

/** Starts n8n-core. Once for each test file: it keeps its configuration in a process-wide container. */
export async function startCore(binaryMode: BinaryMode): Promise<N8nCore> {
	configure(binaryMode);
	const core = await import('n8n-core');
	Container.get(core.InstanceSettings);
	// As n8n does at its own level; at "silent" it would ask each time who says what nobody hears.
	Object.assign(Container.get(Logger), { debug: () => undefined, info: () => undefined });
	Container.get(core.BinaryDataConfig).mode = binaryMode;
	const binaryData = Container.get(core.BinaryDataService);
	await binaryData.init();
	binaryData.setManager('s3', new core.BinaryDataBlobManager(new OddStore(), Container.get(core.ErrorReporter)));
	binaryData.setManager('database', databaseManager());
	// Test files of a process share what our modules remember by these IDs, e.g. the rates of visitors.
	let count = Math.floor(performance.now()) * 1000;
	return { core, binaryData, nodes: new Map(), credentialTypes: new Map(), nextId: () => `${++count}` };
}

/** The configuration classes read the environment once, when they are first used. */
const configure = (binaryMode: BinaryMode): void =>
	void Object.assign(process.env, {
		N8N_USER_FOLDER: mkdtempSync(join(tmpdir(), 'n8n-engine-')),
		N8N_ENCRYPTION_KEY: 'engine-key',
		N8N_DEFAULT_BINARY_DATA_MODE: binaryMode,
		N8N_LOG_LEVEL: 'silent',
		N8N_SSRF_PROTECTION_ENABLED: 'false',
		N8N_RUNNERS_ENABLED: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
	});
