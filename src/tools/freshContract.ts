import { contractFile } from './contract';
import { keepUpToDate } from './derivedFiles';

/* Imported first, this writes src/protocol/contract.ts before the catalogue is loaded, which reads it. */

/** Whether nothing is written. */
export const isCheck = process.argv.includes('--check');

/** The contract's file, if it was stale. */
export const staleContract = keepUpToDate(new Map([['src/protocol/contract.ts', contractFile()]]), isCheck);
