import { testBinaryMode } from './binaryCases';

testBinaryMode('database');
