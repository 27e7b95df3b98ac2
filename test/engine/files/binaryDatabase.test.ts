import { testBinaryMode } from '../support/binaryCases';

testBinaryMode('database');
