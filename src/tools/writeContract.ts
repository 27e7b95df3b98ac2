import { contractFile } from './contract';
import { keepUpToDate } from './derivedFiles';

/* Writes src/protocol/contract.ts. With --check: derivedFiles.ts. */

process.exitCode = keepUpToDate('contract', new Map([['src/protocol/contract.ts', contractFile()]])) ? 0 : 1;
