import { sweepOperations } from './operationSweep';

sweepOperations('fileLibrary', 1, 2);
