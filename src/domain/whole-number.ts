/** A positive whole number in a URL; undefined for anything else, such as `1e3`, ` 2` and `+4`. */
export function wholeNumber(value: string | null, largest: number): number | undefined {
  if (value === null || !/^[1-9]\d{0,9}$/.test(value)) return undefined
  const number = Number(value)
  return number <= largest ? number : undefined
}

export const LAST_ID = 2_147_483_647
