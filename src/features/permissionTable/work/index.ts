export { type LibraryPeople, readLibraryPeople, readTable } from './readTable';
export { tableMaking } from './makeTableChange';
export { makePlaceReader } from './placeReader';
export { placeRows, readTableFacts } from './tableFacts';
