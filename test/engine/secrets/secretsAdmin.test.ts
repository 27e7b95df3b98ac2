import { sweepOperations } from './operationSweep';

sweepOperations('fileLibraryAdmin');
