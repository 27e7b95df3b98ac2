import { testBinaryMode } from './binaryCases';

testBinaryMode('s3');
