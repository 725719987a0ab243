import { readVerifierKey, WITNESS_KEY } from '../../domain/log/checkpoint.ts'
import { sha256 } from '../../domain/log/log-crypto.ts'
import type { LogWitness } from '../../edition/log/ask-witness.ts'
import { toFetchedUrl, toList, WrongValue } from './values.ts'

/** `key address, key address`: who cosigns the checkpoints of the public log. */
export function toLogWitnesses(value: string | undefined): LogWitness[] {
  const witnesses = toList(value).map((written, index) => {
    const [text = '', address, ...more] = written.split(/\s+/)
    const key = readVerifierKey(sha256, text, WITNESS_KEY)
    if (key === undefined || address === undefined || more.length > 0)
      throw new WrongValue(
        `LOG_WITNESSES must be pairs of the verifier key of a witness and its address, separated by commas: witness.example+1a2b3c4d+B… https://witness.example. Pair ${index + 1} is wrong.`,
      )
    toFetchedUrl('LOG_WITNESSES', address, { instead: 'a witness needs neither' })
    return { key, address: address.replace(/\/+$/, '') }
  })
  const names = new Set(witnesses.map(({ key }) => key.name))
  if (names.size < witnesses.length) throw new WrongValue('LOG_WITNESSES names a witness twice.')
  return witnesses
}
