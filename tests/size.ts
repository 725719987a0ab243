/**
 * The one value that says how much a run repeats. `npm test` proves every promise at a size that fits into minutes;
 * `npm run test:long` runs the same tests with all repetitions, rows, pages and widths.
 */
const isLong = process.env.TEST_SIZE === 'long'

/** What a test uses now: a count, a list of widths, a sample of pages. */
export function sized<T>(size: { short: T; long: T }): T {
  return isLong ? size.long : size.short
}
