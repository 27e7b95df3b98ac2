import { testBinaryMode } from '../support/binaryCases';

testBinaryMode('filesystem');
