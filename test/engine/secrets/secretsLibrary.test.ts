import { sweepOperations } from './operationSweep';

sweepOperations('fileLibrary');
