import { verifierKeyText } from '../../domain/log/checkpoint.ts'
import { keyOfLog } from '../log/log-key.ts'
import { type Answerer, value } from './answer-outcome.ts'

export const logAnswer: Answerer<'/api/log'> = ({
  edition: { log },
  deployment: { publicUrl, logWitnesses },
}) => {
  const key = keyOfLog(log)
  if (log === null || key === undefined) return value({ data: null })
  const { size, root, began_at, before } = log
  return value({
    data: {
      origin: key.name,
      size,
      root,
      began_at: began_at?.toISOString() ?? null,
      before: before ?? null,
      key: verifierKeyText(key),
      public_url: publicUrl,
      witnesses: [...logWitnesses],
    },
  })
}
