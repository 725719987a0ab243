/**
 * The one value that sets how much a run repeats. `npm test` proves every promise at a size that fits into minutes;
 * `npm run test:long` runs the same tests with all repetitions, rows, pages and widths.
 */
const isLong = process.env.TEST_SIZE === 'long'

/** The value for the current run: a count, a list of widths, a sample of pages. */
export function sized<T>(size: { short: T; long: T }): T {
  return isLong ? size.long : size.short
}
