/** How many mails may go in a second. Absent: as many as the mail server takes. */
export interface MailRates {
  overAll: number | undefined
  byDomain: ReadonlyMap<string, number>
  /** To each domain that is not named. */
  toOthers: number | undefined
}

export const NO_RATES: MailRates = { overAll: undefined, byDomain: new Map(), toOthers: undefined }

/** A limit by its name in the table that all workers share. */
export interface RateLimit {
  key: string
  perSecond: number
}

export function areLimited({ overAll, byDomain, toOthers }: MailRates): boolean {
  return overAll !== undefined || byDomain.size > 0 || toOthers !== undefined
}

/** The limits that a mail to this address comes under: over all, and of its domain. */
export function limitsOf({ overAll, byDomain, toOthers }: MailRates, address: string): RateLimit[] {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const toDomain = byDomain.get(domain) ?? toOthers
  return [
    ...(overAll === undefined ? [] : [{ key: 'mail', perSecond: overAll }]),
    ...(toDomain === undefined ? [] : [{ key: `mail:${domain}`, perSecond: toDomain }]),
  ]
}
