export type { RestorePlan } from './planning';
export { type DescribedRestoration, type RestoreTotals, shownPlan } from './restoreItems';
export { withMove } from './then';
export { Track } from './track';
export type { Facts, RestoreChange, RestoreOrder, Row } from './types';
