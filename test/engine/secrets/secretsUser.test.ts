import { sweepOperations } from './operationSweep';

sweepOperations('fileLibraryUser');
