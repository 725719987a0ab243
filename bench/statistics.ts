export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The value that this share of all values doesn't exceed, such as 0.99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** `1.84 (1.79 to 1.92)`: the median and the spread of the rounds. */
export function withSpread(values: readonly number[], digits = 2): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`
}

export function wholeMs(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}

export function kilobytes(bytes: number): string {
  return bytes === 0 ? '0' : (bytes / 1000).toFixed(1)
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
