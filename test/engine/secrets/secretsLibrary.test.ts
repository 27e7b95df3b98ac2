import { sweepOperations } from './operationSweep';

sweepOperations('fileLibrary', 0, 2);
