import { testBinaryMode } from './binaryCases';

testBinaryMode('filesystem');
