import './schemas/sourcesFirst';
import { staleContract } from './contract';
import { isCheck, keepUpToDate } from './derivedFiles';
import { operationsPage } from './operationsPage';
import { reference } from './reference';
import { withOutputFields } from './schemas/schemaFile';
import { schemaFolder } from './schemas/schemaFolder';

/*
 * `npm run generate`: writes src/protocol/contract.ts, what the catalogue takes from the contract, and then the
 * reference, docs/operations.md. With --check, it writes nothing and names what is stale.
 */

async function main(): Promise<void> {
	const page = operationsPage(withOutputFields(reference(), await schemaFolder()));
	const stale = [...staleContract, ...keepUpToDate('docs/operations.md', page)];
	for (const file of stale) console.log(isCheck ? `${file} is stale: run npm run generate` : `${file} is written`);
	if (isCheck && stale.length > 0) process.exitCode = 1;
}

void main();
