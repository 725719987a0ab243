/**
 * The one value that sets how much a run repeats. `npm test` proves every promise at a size that fits into minutes;
 * `npm run test:long` has all repetitions, rows, pages and widths, and the costliest tests.
 */
const isLong = process.env.TEST_SIZE === 'long'

/** The value for the current run: a count, a list of widths, a sample of pages. */
export function sized<T>(size: { short: T; long: T }): T {
  return isLong ? size.long : size.short
}

/**
 * Of everything random in tests. The same in every `npm test`: what it finds, it finds on the change that brought it,
 * not on a later one. The long run looks elsewhere each time; SEED repeats one.
 */
export const SEED = Number(process.env.SEED ?? sized({ short: 20_261_118, long: Date.now() % 2_147_483_647 }))

/** For tests that cost more than they add to what others, usually in the same file, prove in every run. */
export const isShort = !isLong
