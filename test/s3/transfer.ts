import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { Container, type Constructable } from '@n8n/di';
import type * as n8nCore from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { register } from '../bench/engine';
import { Meter } from '../bench/meter';
import { demoAuthorization } from '../emulator';
import { createEngine, type Engine } from '../engine/support/engine';

/* One transfer in n8n's engine, in a process of its own, whose binary data are in an S3 server. */

/** What the process is told. */
export interface TransferOrder {
	readonly kind: 'store' | 'upload' | 'download';
	readonly url: string;
	readonly megabytes: number;
	/** The item to upload. */
	readonly item?: INodeExecutionData;
}
/** What it answers. */
export interface TransferResult {
	readonly item: INodeExecutionData;
	readonly seconds: number;
	/** How much more memory the process took than before (RSS), in MB. */
	readonly peak: number;
}

const FILE = 's3.bin';

interface ObjectStore {
	init(): Promise<void>;
}
interface BlobStorage {
	readonly S3ByteStore: new (store: ObjectStore) => ConstructorParameters<typeof n8nCore.BinaryDataBlobManager>[0];
}

/** Puts n8n's own S3 client behind its binary mode `s3`, as n8n does at its start where its licence allows it. */
async function connectS3(): Promise<void> {
	const core = await import('n8n-core');
	const load = createRequire(require.resolve('n8n-core'));
	const { S3ByteStore }: BlobStorage = load('@n8n/blob-storage');
	const { ObjectStoreService }: { ObjectStoreService: Constructable<ObjectStore> } = load(
		'@n8n/blob-storage/object-store',
	);
	const store = Container.get(ObjectStoreService);
	await store.init();
	const manager = new core.BinaryDataBlobManager(new S3ByteStore(store), Container.get(core.ErrorReporter));
	Container.get(core.BinaryDataService).setManager('s3', manager);
}

async function transfer(engine: Engine, order: TransferOrder): Promise<INodeExecutionData> {
	if (order.kind === 'store') return await engine.binaryItem(Buffer.alloc(order.megabytes * 1e6, `${Date.now()}`));
	const file = { __rl: true, mode: 'path', value: `S3/${FILE}` };
	const folder = { __rl: true, mode: 'path', value: 'S3' };
	const parameters =
		order.kind === 'upload'
			? { operation: 'upload', folder, fileName: FILE, conflict: 'overwrite' }
			: { operation: 'download', file };
	const { node } = register(engine, 'FileLibrary', 'Org');
	const { items, error } = await engine.run({
		node,
		parameters: { resource: 'file', binaryPropertyName: 'data', ...parameters },
		credentials: {
			fileLibraryOrgApi: { baseUrl: order.url, vendorPrefix: 'svc', ...demoAuthorization },
		},
		items: [order.item ?? { json: {} }],
	});
	if (error) throw error;
	const [item] = items;
	if (!item) throw new Error('the node returned no item');
	return item;
}

async function main(order: TransferOrder): Promise<TransferResult> {
	const engine = await createEngine({ binaryMode: 's3' });
	await connectS3();
	let item: INodeExecutionData = { json: {} };
	const run = async (): Promise<undefined> => {
		item = await transfer(engine, order);
		return undefined;
	};
	const { seconds, peak = 0 } = await new Meter({ run }, true).measure();
	if (order.kind === 'download') {
		const sha1 = createHash('sha1')
			.update(await engine.contentOf(item))
			.digest('hex');
		if (sha1 !== item.json.filehash) throw new Error('the binary data have another SHA1 than the file');
	}
	return { item, seconds, peak };
}

main(JSON.parse(process.argv[2] ?? '{}') as TransferOrder).then(
	(result) => process.send?.(result, () => process.exit(0)),
	(error: unknown) => {
		process.stderr.write(`${String(error)}\n`);
		process.exit(1);
	},
);
