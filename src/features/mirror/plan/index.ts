export { type MirrorFilter, wantedBy } from './compareTrees';
export { describeMirror, mirrorTotals, notesOf, reasonsOf } from './mirrorItems';
export { requireDisjoint } from './mirrorTree';
export { makeObstacles, planMirror } from './planMirror';
export type { Content, DeleteEntry, MirrorAction, MirrorChange, MirrorInput, MirrorPlan } from './types';
