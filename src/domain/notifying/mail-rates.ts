/** Mails per second. If undefined, as many as the mail server accepts. */
export interface MailRates {
  overAll: number | undefined
  byDomain: ReadonlyMap<string, number>
  toOthers: number | undefined
}

export const NO_RATES: MailRates = { overAll: undefined, byDomain: new Map(), toOthers: undefined }

export interface RateLimit {
  key: string
  perSecond: number
}

export function areLimited({ overAll, byDomain, toOthers }: MailRates): boolean {
  return overAll !== undefined || byDomain.size > 0 || toOthers !== undefined
}

export function limitsOf({ overAll, byDomain, toOthers }: MailRates, address: string): RateLimit[] {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const toDomain = byDomain.get(domain) ?? toOthers
  return [
    ...(overAll === undefined ? [] : [{ key: 'mail', perSecond: overAll }]),
    ...(toDomain === undefined ? [] : [{ key: `mail:${domain}`, perSecond: toDomain }]),
  ]
}
