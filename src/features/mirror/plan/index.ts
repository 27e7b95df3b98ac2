export { type MirrorFilter, wantedBy } from './compareTrees';
export { describeMirror } from './mirrorItems';
export { mirrorTotals, notesOf, reasonsOf } from './mirrorTotals';
export { requireDisjoint } from './mirrorTree';
export { makeObstacles } from './obstacles';
export { planMirror } from './planMirror';
export type { Content, DeleteEntry, MirrorAction, MirrorChange, MirrorEntry, MirrorInput, MirrorPlan } from './types';
