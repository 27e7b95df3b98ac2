import type { FieldBase, Fields, ShowFor } from './types';

type ValueOf<F> = F extends FieldBase<infer T, boolean> ? T : never;
type RequiredKeys<F extends Fields> = {
	[K in keyof F]: F[K]['required'] extends true ? (F[K] extends { showFor: ShowFor } ? never : K) : never;
}[keyof F];
/** The typed input of an operation, inferred from its fields. */
export type InputOf<F extends Fields> = { [K in RequiredKeys<F>]: ValueOf<F[K]> } & {
	[K in Exclude<keyof F, RequiredKeys<F>>]?: ValueOf<F[K]>;
};
