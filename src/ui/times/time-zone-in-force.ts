import { knownTimeZone, UTC } from '../../domain/format-time.ts'

/** L-11, A-17: what the reader chose on this device, else what the account says, else UTC. */
export function timeZoneInForce({
  chosen,
  ofAccount,
}: {
  chosen: string | undefined
  ofAccount: string | undefined
}): string {
  return knownTimeZone(chosen) ?? knownTimeZone(ofAccount) ?? UTC
}
