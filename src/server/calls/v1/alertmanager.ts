import type { V1Input } from '../../../contract/v1/v1-calls.ts'
import { listOf } from '../../../domain/alerts/read-webhook.ts'
import { findAllNamed, type Nameable } from '../../../domain/automation/find-named.ts'
import { groupOfWebhook } from '../../../publishing/alerts/group-of-webhook.ts'
import type { AlertDefaults } from '../../../publishing/alerts/places-of-alerts.ts'
import { receiveAlerts } from '../../../publishing/alerts/receive-alerts.ts'
import {
  namesOfClouds,
  namesOfDataCenters,
  namesOfServices,
  namesOfSeverities,
} from '../../../publishing/automation/names-of-things.ts'
import { readNamedThings } from '../../../publishing/records/read-choices.ts'
import type { AccountContext } from '../../context.ts'
import { wrongFields } from '../asked.ts'
import { outsideLimitFault } from './open-and-amend.ts'
import { accepted, passOf, type V1Handlers } from './v1-asked.ts'

type Name = 'POST /api/v1/alertmanager'

export const v1AlertHandlers: V1Handlers<Name> = {
  'POST /api/v1/alertmanager': async ({ context, input, token, actor, now }) => {
    if (input.version !== '4')
      throw wrongFields({
        version: `This is version "${input.version}" of the webhook; only "4" is supported.`,
      })
    const received = await receiveAlerts(context.newsroom.db, {
      tokenId: token.id,
      limit: token.limit,
      pass: passOf(token),
      actor,
      now,
      received: groupOfWebhook(input, { words: input.words ?? 'candor' }),
      defaults: await defaultsOf(context, input),
      settings: { publishes: isOn(input.publish), notifies: isOn(input.notify) },
    })
    if ('kind' in received) throw await outsideLimitFault({ context, token }, received)
    const answer = { data: { outcome: received.outcome, record: received.recordId } }
    return received.isWaiting ? accepted(answer) : answer
  },
}

function isOn(given: boolean | '1' | '0' | undefined) {
  return given === true || given === '1'
}

/** The query of the webhook URL is configuration, so errors are refused and show up on the first try. */
async function defaultsOf(context: AccountContext, input: V1Input<Name>): Promise<AlertDefaults> {
  const choices = await readNamedThings(context.newsroom.db)
  const errors: Record<string, string> = {}
  const numbersOf = (field: string, names: string[], from: Nameable[], what: string) => {
    const found = findAllNamed(names, from, what)
    if (found.kind === 'found') return found.ids
    errors[field] = found.sentence
    return []
  }
  const { cloud, service, data_center: center, severity } = input
  const offered = choices.clouds.filter(({ is_retired }) => !is_retired)
  const [only] = offered.length === 1 ? offered : []
  const named = numbersOf('cloud', listOf(cloud), namesOfClouds(choices), 'cloud')
  const clouds = named.length === 0 && only !== undefined ? [only.id] : named
  const severities = severity === undefined ? [] : [String(severity)]
  const defaults = {
    clouds,
    services: numbersOf('service', listOf(service), namesOfServices(choices, clouds), 'service'),
    dataCenters: numbersOf('data_center', listOf(center), namesOfDataCenters(choices), 'data center'),
    severityTid: numbersOf('severity', severities, namesOfSeverities(choices), 'severity')[0],
  }
  if (Object.keys(errors).length > 0) throw wrongFields(errors)
  return defaults
}
