const MILLION = 1_000_000
const BILLION = 1000 * MILLION

/** `4.9 million`; what is less is written out. */
export function amountWords(amount: number): string {
  // What would round up to 1,000 million is a billion.
  if (amount >= BILLION - 0.05 * MILLION) return `${withOneDecimal(amount / BILLION)} billion`
  if (amount >= MILLION) return `${withOneDecimal(amount / MILLION)} million`
  return amount.toLocaleString('en-US')
}

/** `12,000` of 12,250: no more digits than are meant. */
export function roughly(amount: number): string {
  return amountWords(Number(amount.toPrecision(2)))
}

function withOneDecimal(amount: number) {
  return amount.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
