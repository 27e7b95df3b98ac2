export { planRestore } from './planRestore';
export type { RestorePlan } from './planning';
export { type RestoreChangeItem, type RestoreSummaryItem, shownPlan, type PlanFrame } from './restoreItems';
export { withMove } from './then';
export { Track } from './track';
export type { Facts, Line, RestoreChange, RestoreOrder, Row, Target } from './types';
