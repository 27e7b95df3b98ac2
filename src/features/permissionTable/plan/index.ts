export { planTable } from './planTable';
export { readRow, wantedInheritance, withoutRepeats } from './readRows';
export {
	columnsThatDiffer,
	differingCodes,
	hasRole,
	missedCodes,
	needsParent,
	permissionFor,
	type RowFacts,
	stagesOf,
	type TableFacts,
} from './rowDifference';
export { candidateFor, type PlaceFacts, provenSource } from './source';
export {
	type FolderChange,
	type PlacedRow,
	purposeOf,
	type SubjectChange,
	type TableChange,
	type WantedRow,
	type Wish,
} from './tableChange';
export { asReadText, describeTableChange, parseAsRead, rowItem } from './tableItems';
