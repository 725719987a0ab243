export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The demo has no ${what}`)
  return value
}
