import { testBinaryMode } from '../support/binaryCases';

// The parts that uploads have where nothing is chosen.
testBinaryMode('filesystem', 10);
