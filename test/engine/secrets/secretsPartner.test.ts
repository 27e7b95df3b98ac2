import { sweepOperations } from './operationSweep';

sweepOperations('fileLibraryPartner');
