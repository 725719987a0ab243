import { CLOUDS, type DemoCloud } from '../clouds.ts'
import { DATA_CENTERS, type DemoDataCenter, type RegionName } from './data-centers.ts'

const AMERICAS_AND_EUROPE: readonly RegionName[] = ['North America', 'Latin America', 'Europe']
const EAST: readonly RegionName[] = [
  'Europe',
  'Middle East',
  'Africa',
  'South Asia',
  'Asia Pacific',
  'Oceania',
]

const GOV_AND_COMMERCIAL = ['Columbus I', 'Kansas City I', 'Sacramento I']
const GOV_STANDARD = ['Ashburn I', 'Chicago I', 'Dallas I', 'Denver I', 'Los Angeles I', 'Seattle I']
const BETA = ['San Jose I', 'Dallas I', 'Ashburn I', 'London I', 'Frankfurt I', 'Singapore I', 'Sydney I']
const PRIVATE_BETA = ['San Jose I', 'Ashburn I', 'Frankfurt I', 'Singapore I']
const EXPERIENCE = [
  ...[
    'Ashburn I',
    'San Jose I',
    'Dallas I',
    'Toronto I',
    'São Paulo I',
    'London I',
    'Paris I',
    'Frankfurt I',
  ],
  ...['Dubai I', 'Johannesburg I', 'Mumbai I', 'Singapore I', 'Tokyo I', 'Sydney I'],
]
const EXPERIENCE_TWO = [
  'Frankfurt I',
  'Amsterdam I',
  'Paris I',
  'Stockholm I',
  'Dubai I',
  'Mumbai I',
  'Singapore I',
]
const WORKLOAD = [
  ...[
    'Ashburn I',
    'Ashburn II',
    'Columbus I',
    'Portland I',
    'San Jose I',
    'Dallas I',
    'Montréal I',
    'São Paulo I',
  ],
  ...['Dublin I', 'London I', 'Frankfurt I', 'Paris I', 'Stockholm I', 'Milan I', 'Zürich I', 'Tel Aviv I'],
  ...[
    'Manama I',
    'Cape Town I',
    'Mumbai I',
    'Hyderabad I',
    'Singapore I',
    'Jakarta I',
    'Hong Kong I',
    'Tokyo I',
  ],
  ...['Osaka I', 'Seoul I', 'Sydney I', 'Melbourne I'],
]
const WORKLOAD_TWO = [
  ...[
    'Dublin I',
    'London II',
    'Frankfurt II',
    'Paris II',
    'Stockholm I',
    'Zürich II',
    'Madrid I',
    'Warsaw I',
  ],
  ...['Mumbai II', 'Singapore II', 'Tokyo II', 'Seoul I', 'Sydney II'],
]
const DECEPTION = [
  'Ashburn II',
  'San Jose II',
  'London II',
  'Frankfurt II',
  'Amsterdam II',
  'Singapore II',
  'Sydney II',
]

const BY_CLOUD: ReadonlyMap<string, readonly DemoDataCenter[]> = new Map(
  CLOUDS.map((cloud) => [cloud.domain, DATA_CENTERS.filter((center) => serves(center, cloud.domain))]),
)

export function dataCentersOf(cloud: DemoCloud): readonly DemoDataCenter[] {
  return BY_CLOUD.get(cloud.domain) ?? []
}

export function runsIn(cloud: DemoCloud, centers: readonly DemoDataCenter[]): boolean {
  return centers.every((center) => serves(center, cloud.domain))
}

export function cloudDataCenterRows() {
  return CLOUDS.flatMap((cloud) =>
    dataCentersOf(cloud).map((center) => ({ cloud_id: cloud.id, data_center_tid: center.tid })),
  )
}

function serves(center: DemoDataCenter, domain: string): boolean {
  const { name, region, kind } = center
  const isPublic = kind === 'standard' || kind === 'surcharge'
  const isFirstOfItsCity = name.endsWith(' I')

  switch (domain) {
    case 'northwall.net':
      return kind !== 'fedramp' || GOV_AND_COMMERCIAL.includes(name)
    case 'northwall-one.net':
      return kind !== 'fedramp' && AMERICAS_AND_EUROPE.includes(region)
    case 'northwall-two.net':
      return kind !== 'fedramp' && EAST.includes(region)
    case 'northwallbeta.net':
      return BETA.includes(name)
    case 'private.northwall.net':
      return isPublic && isFirstOfItsCity
    case 'private.northwall-two.net':
      return isPublic && isFirstOfItsCity && EAST.includes(region)
    case 'private.northwallbeta.net':
      return PRIVATE_BETA.includes(name)
    case 'experience.northwall.net':
      return EXPERIENCE.includes(name)
    case 'experience.northwall-two.net':
      return EXPERIENCE_TWO.includes(name)
    case 'workload.northwall.net':
      return WORKLOAD.includes(name)
    case 'workload.northwall-two.net':
      return WORKLOAD_TWO.includes(name)
    case 'northwall-gov.net':
      return (kind === 'fedramp' && center.country === 'US') || GOV_STANDARD.includes(name)
    case 'northwall-gov-ten.net':
      return kind === 'fedramp'
    case 'deception.northwall.net':
      return DECEPTION.includes(name)
    default:
      return false
  }
}
