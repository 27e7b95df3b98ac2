import { testBinaryMode } from './binaryCases';

testBinaryMode('default');
