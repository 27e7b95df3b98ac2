import { sweepOperations } from './operationSweep';

sweepOperations('fileLibraryAdmin', 'fileLibraryPartner', 'fileLibraryUser');
