export type CvssVersion = '2.0' | '3.0' | '3.1' | '4.0'

export interface CvssMetrics {
  version: CvssVersion
  metrics: ReadonlyMap<string, string>
}

export const NO_CVSS_VECTOR =
  'Not a valid CVSS vector. Example: CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H.'

export function cvssMetrics(vector: string): CvssMetrics | undefined {
  const [, prefix, body = ''] = /^(?:(CVSS:(?:3\.0|3\.1|4\.0))\/)?(.*)$/s.exec(vector) ?? []
  const version = prefix === undefined ? '2.0' : (prefix.slice('CVSS:'.length) as CvssVersion)
  const { base, more } = METRICS[version]
  const metrics = new Map<string, string>()
  for (const part of body.split('/')) {
    const [name = '', value = '', ...rest] = part.split(':')
    const values = ownValues(base, name) ?? ownValues(more, name)
    const isKnown = rest.length === 0 && values?.includes(value) === true
    if (!isKnown || metrics.has(name)) return undefined
    metrics.set(name, value)
  }
  const isWhole = Object.keys(base).every((name) => metrics.has(name))
  return isWhole ? { version, metrics } : undefined
}

type Values = Readonly<Record<string, readonly string[]>>

function ownValues(metrics: Values, name: string): readonly string[] | undefined {
  return Object.hasOwn(metrics, name) ? metrics[name] : undefined
}

const words = (written: string) => written.split(' ')
/** `AV` becomes `MAV`, which may also be undefined (X). */
const modified = (base: Values): Values =>
  Object.fromEntries(Object.entries(base).map(([name, values]) => [`M${name}`, ['X', ...values]]))

const REQUIREMENT = words('X L M H')
const REQUIREMENTS: Values = { CR: REQUIREMENT, IR: REQUIREMENT, AR: REQUIREMENT }

const BASE_3: Values = {
  AV: words('N A L P'),
  AC: words('L H'),
  PR: words('N L H'),
  UI: words('N R'),
  S: words('U C'),
  C: words('H L N'),
  I: words('H L N'),
  A: words('H L N'),
}
const VERSION_3 = {
  base: BASE_3,
  more: {
    E: words('X U P F H'),
    RL: words('X O T W U'),
    RC: words('X U R C'),
    ...REQUIREMENTS,
    ...modified(BASE_3),
  },
}

const BASE_4: Values = {
  AV: words('N A L P'),
  AC: words('L H'),
  AT: words('N P'),
  PR: words('N L H'),
  UI: words('N P A'),
  VC: words('H L N'),
  VI: words('H L N'),
  VA: words('H L N'),
  SC: words('H L N'),
  SI: words('H L N'),
  SA: words('H L N'),
}

const REQUIREMENT_2 = words('L M H ND')

const METRICS: Record<CvssVersion, { base: Values; more: Values }> = {
  '2.0': {
    base: {
      AV: words('L A N'),
      AC: words('H M L'),
      Au: words('M S N'),
      C: words('N P C'),
      I: words('N P C'),
      A: words('N P C'),
    },
    more: {
      E: words('U POC F H ND'),
      RL: words('OF TF W U ND'),
      RC: words('UC UR C ND'),
      CDP: words('N L LM MH H ND'),
      TD: words('N L M H ND'),
      CR: REQUIREMENT_2,
      IR: REQUIREMENT_2,
      AR: REQUIREMENT_2,
    },
  },
  '3.0': VERSION_3,
  '3.1': VERSION_3,
  '4.0': {
    base: BASE_4,
    more: {
      E: words('X A P U'),
      ...REQUIREMENTS,
      ...modified(BASE_4),
      MSI: words('X S H L N'),
      MSA: words('X S H L N'),
      S: words('X N P'),
      AU: words('X N Y'),
      R: words('X A U I'),
      V: words('X D C'),
      RE: words('X L M H'),
      U: words('X Clear Green Amber Red'),
    },
  },
}
