export type { RestorePlan } from './planning';
export { type DescribedRestoration, type RestoreTotals, shownPlan } from './restoreItems';
export { withMove, Track } from './then';
export type { Facts, RestoreChange, RestoreOrder, Row } from './types';
