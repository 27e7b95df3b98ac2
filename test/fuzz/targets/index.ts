import type { FuzzTarget } from '../fuzzTarget';
import { addressTargets } from './addresses';
import { answerTargets } from './answers';
import { answersWithSecrets } from './answerSecrets';
import { concurrencyTargets } from './concurrency';
import { forms } from './forms';
import { listTargets } from './lists';
import { nameTargets } from './names';
import { patternTargets } from './patterns';
import { savedStateTargets } from './savedStates';
import { waits } from './savedWaits';
import { sealTargets } from './seals';
import { planTargets } from './plans';
import { secretTargets } from './secrets';
import { shownTextTargets } from './shownTexts';
import { signingTargets } from './signing';
import { textTargets } from './texts';
import { transferTargets } from './transfers';
import { uploads } from './uploads';
import { valueTargets } from './values';

/** The shares of all targets together. */
export const SHARES = 10_000;

/** All targets, in the groups that the tests play. */
export const groups = {
	wire: [...signingTargets, ...answerTargets, ...secretTargets, answersWithSecrets],
	names: [...nameTargets, ...shownTextTargets, ...addressTargets, ...textTargets, ...patternTargets],
	client: [...concurrencyTargets, ...transferTargets, uploads, ...listTargets],
	pages: [...sealTargets, ...savedStateTargets, waits],
	forms: [forms, ...valueTargets],
	plans: planTargets,
} satisfies Readonly<Record<string, readonly FuzzTarget[]>>;

/** Every promise that `npm run fuzz` tries to break. */
export const targets: readonly FuzzTarget[] = Object.values(groups).flat();
