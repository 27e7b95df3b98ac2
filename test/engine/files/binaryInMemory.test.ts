import { testBinaryMode } from '../support/binaryCases';

testBinaryMode('default');
