import { sized } from '../../support/runs';
import { testBinaryMode } from '../support/binaryCases';

// In `npm run test:all` the parts that uploads have where nothing is chosen.
testBinaryMode('filesystem', sized(10));
