import { testBinaryMode } from '../support/binaryCases';

testBinaryMode('s3');
