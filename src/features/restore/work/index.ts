export { restoreMaker } from './makeChange';
export { type FactReading, planByFacts, readFacts, refreshFacts } from './readFacts';
