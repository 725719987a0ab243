import type { KeptAlert } from '../../domain/alerts/alert-group.ts'
import type { ReadAlert } from '../../domain/alerts/read-webhook.ts'
import { findNamed, type Nameable } from '../../domain/automation/find-named.ts'
import { SEVERITY } from '../../domain/record.ts'
import {
  namesOfClouds,
  namesOfDataCenters,
  namesOfServices,
  namesOfSeverities,
  type Things,
} from '../automation/names-of-things.ts'

export interface AlertDefaults {
  clouds: number[]
  services: number[]
  dataCenters: number[]
  severityTid: number | undefined
  /** It had services or data centers, but all of them were removed from the site. */
  arePlacesGone?: boolean
}

type Alerts = Record<string, Omit<KeptAlert, 'isTold'>>

/** Looks up the names in alerts. An unknown name must not lose an alert, so it is left out and reported to staff. */
export function placesOfAlerts(
  read: readonly ReadAlert[],
  { things, defaults }: { things: Things; defaults: AlertDefaults },
): {
  alerts: Alerts
  trouble: string[]
  /** An alert names places, and all of them are unknown; or it names none, and the default ones are gone. */
  isPlaceUnknown: boolean
} {
  const trouble = new Set<string>()
  const numbersOf = (names: readonly string[], from: readonly Nameable[], what: string) =>
    names.flatMap((name) => {
      const found = findNamed(name, from, what)
      if (found.kind === 'found') return [found.id]
      trouble.add(found.sentence)
      return []
    })
  // No update may give a record a retired severity, and a table or an address may still name one by its number.
  const severities = namesOfSeverities(things).filter(({ isRetired }) => !isRetired)
  const offered = (severity: string | number | undefined) =>
    severity === undefined ? undefined : numbersOf([String(severity)], severities, 'severity')[0]
  const severityOf = (severity: ReadAlert['severity']) =>
    offered(severity) ?? offered(defaults.severityTid) ?? SEVERITY.underInvestigation
  const alerts: Alerts = {}
  let isPlaceUnknown = false
  for (const { fingerprint, severity, title: _, ...alert } of read) {
    const named = numbersOf(alert.clouds, namesOfClouds(things), 'cloud')
    const clouds = orUsual(named, defaults.clouds)
    const severityTid = severityOf(severity)
    const services = numbersOf(alert.services, namesOfServices(things, clouds), 'service')
    const dataCenters = numbersOf(alert.dataCenters, namesOfDataCenters(things), 'data center')
    const isWithin = alert.services.length + alert.dataCenters.length > 0
    const isUnknown = isWithin
      ? services.length + dataCenters.length === 0
      : defaults.arePlacesGone === true || (alert.clouds.length > 0 && named.length === 0)
    isPlaceUnknown ||= isUnknown
    alerts[fingerprint] = {
      ...alert,
      severityTid,
      rank: things.severities.find(({ tid }) => tid === severityTid)?.rank ?? 0,
      clouds,
      services: orUsual(services, defaults.services),
      dataCenters: orUsual(dataCenters, defaults.dataCenters),
      ...(isUnknown && { isPlaceUnknown: true }),
    }
  }
  return { alerts, trouble: [...trouble], isPlaceUnknown }
}

function orUsual(found: number[], usual: number[]) {
  return found.length > 0 ? found : usual
}
