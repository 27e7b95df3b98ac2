export { planTable } from './planTable';
export { readRow, wantedInheritance, withoutRepeats } from './readRows';
export { differingCodes, statusFor, type RowFacts, stagesOf, type TableFacts } from './rowDifference';
export {
	type FolderChange,
	type PlacedRow,
	purposeOf,
	type SubjectChange,
	type TableChange,
	type WantedRow,
	type Wish,
} from './tableChange';
export { asReadText, candidateFor, parseAsRead, type PlaceFacts, rowWithLists } from './tableItems';
