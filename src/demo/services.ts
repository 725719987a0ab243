import { CLOUDS, type DemoCloud, type ProductName } from './clouds.ts'
import { dayBefore } from './demo-time.ts'
import { must } from './must.ts'

const SERVICE_INFO = {
  'Web Security': 'Inspects web traffic, TLS included, and applies your URL, file and threat policy.',
  'Cloud Firewall': 'Filters all ports and protocols by network, application and user.',
  'DNS Control': 'Resolves names and blocks requests to domains that your policy refuses.',
  Sandbox: 'Opens unknown files in isolation before they reach the user.',
  'Data Protection': 'Finds and stops confidential data on its way out.',
  'Private Access': 'Connects people to internal applications by policy.',
  'Zero Trust Branch': 'Connects and segments branches, factories and their devices.',
  'Policy Controllers': 'Decide who may reach which application.',
  'App Connectors': 'Outbound connections from your networks to our brokers.',
  'Browser Access': 'Access to internal web applications without an agent.',
  'Privileged Access': 'Recorded sessions over SSH and remote desktop.',
  'Device Probes': 'Measurements taken on the device.',
  'Path Analysis': 'Hop-by-hop measurements between device and application.',
  'Call Quality': 'Audio and video quality of meetings.',
  'Experience Scores': 'Scores per user, site and application.',
  Alerting: 'Rules, and the messages they send.',
  'Workload Gateway': 'Inspects traffic of workloads between clouds and to the internet.',
  'Posture Scanner': 'Compares cloud accounts with your security baseline.',
  'Decoy Network': 'Decoy servers and services on your networks.',
  'Decoy Endpoints': 'Decoy files, sessions and credentials on your devices.',
  'Threat Intelligence': 'Facts about attackers gathered from decoys.',
  'Response Actions': 'Automatic containment through connected systems.',
  'Agent Enrollment': 'Registers devices and people with the agent.',
  'Agent Updates': 'Delivers agent releases in the rings that you define.',
  'Device Posture': 'Checks the condition of a device before access.',
  'Forwarding Profiles': 'Tells the agent which traffic to send where.',
  'Admin Portal': 'Console and API for administrators.',
  'Log Streaming': 'Delivers logs to your own systems.',
  'Identity Sync': 'Imports users and groups from your directory.',
  'Legacy Mail Relay': 'Decommissioned. Mail is delivered by Alerting and Log Streaming.',
} as const

export type ServiceName = keyof typeof SERVICE_INFO

export interface DemoService {
  tid: number
  cloudId: number
  categoryTid: number
  name: ServiceName
  startedDaysAgo: number
  endedDaysAgo: number | null
}

const FIRST_CATEGORY_TID = 2400
const FIRST_SERVICE_TID = 2500
const STARTED_DAYS_AGO = 2900
const RELAY_STARTED_DAYS_AGO = 3400
const RELAY_ENDED_DAYS_AGO = 540
const GOAL = 99.9
const RAISED_GOAL = 99.99

const MANAGEMENT: readonly ServiceName[] = [
  'Admin Portal',
  'Log Streaming',
  'Identity Sync',
  'Legacy Mail Relay',
]
const INTERNET: readonly ServiceName[] = [
  'Web Security',
  'Cloud Firewall',
  'DNS Control',
  'Sandbox',
  'Data Protection',
]

const CATEGORIES: Readonly<Record<ProductName, Readonly<Record<string, readonly ServiceName[]>>>> = {
  internet_access: {
    'Traffic Security': [...INTERNET, 'Private Access', 'Zero Trust Branch'],
    'Management and Logging': MANAGEMENT,
  },
  private_access: {
    Access: [
      'Private Access',
      'Policy Controllers',
      'App Connectors',
      'Browser Access',
      'Privileged Access',
      'Zero Trust Branch',
    ],
    'Management and Logging': MANAGEMENT,
  },
  digital_experience: {
    Measurement: ['Device Probes', 'Path Analysis', 'Call Quality', 'Experience Scores', 'Alerting'],
    'Management and Logging': MANAGEMENT,
  },
  workload_protection: {
    'Workload Security': [
      'Workload Gateway',
      'Cloud Firewall',
      'DNS Control',
      'Data Protection',
      'Posture Scanner',
    ],
    'Management and Logging': MANAGEMENT,
  },
  government: {
    'Traffic Security': [...INTERNET, 'Private Access'],
    'Management and Logging': MANAGEMENT,
  },
  threat_deception: {
    Deception: ['Decoy Network', 'Decoy Endpoints', 'Threat Intelligence', 'Response Actions', 'Alerting'],
    'Management and Logging': MANAGEMENT,
  },
  endpoint_agent: {
    'Endpoint Agent': [
      'Agent Enrollment',
      'Agent Updates',
      'Device Posture',
      'Forwarding Profiles',
      'Alerting',
      ...MANAGEMENT,
    ],
  },
}

const NOT_ON_BETA: readonly ServiceName[] = ['Zero Trust Branch']

const SERVICE_CATEGORIES = CLOUDS.flatMap((cloud) =>
  Object.entries(CATEGORIES[cloud.product]).map(([title, names], position) => ({
    cloud,
    title,
    position,
    names: names.filter((name) => !cloud.isBeta || !NOT_ON_BETA.includes(name)),
  })),
).map((category, index) => ({ ...category, tid: FIRST_CATEGORY_TID + index }))

const SERVICES: readonly DemoService[] = SERVICE_CATEGORIES.flatMap(({ cloud, tid, names }) =>
  names.map((name) => ({ cloudId: cloud.id, categoryTid: tid, name, ...lifeOf(name) })),
).map((service, index) => ({ ...service, tid: FIRST_SERVICE_TID + index }))

export function servicesOf(cloud: DemoCloud): DemoService[] {
  return SERVICES.filter((service) => service.cloudId === cloud.id)
}

export function serviceOf(cloud: DemoCloud, name: ServiceName): DemoService {
  return must(
    SERVICES.find((service) => service.cloudId === cloud.id && service.name === name),
    `service ${name} on ${cloud.domain}`,
  )
}

export function serviceCategoryRows() {
  return SERVICE_CATEGORIES.map(({ tid, cloud, title, position }) => ({
    tid,
    cloud_id: cloud.id,
    title,
    position,
  }))
}

export function serviceRows(day: string) {
  return SERVICES.map((service, position) => ({
    tid: service.tid,
    category_tid: service.categoryTid,
    name: service.name,
    info: SERVICE_INFO[service.name],
    is_active: service.endedDaysAgo === null,
    started_on: dayBefore(day, service.startedDaysAgo),
    ended_on: service.endedDaysAgo === null ? null : dayBefore(day, service.endedDaysAgo),
    position,
  }))
}

/** Betas have no goals. One goal was raised, so that readers see what happens to earlier months. */
export function goalRows() {
  const ofBeta = new Set(CLOUDS.filter(({ isBeta }) => isBeta).map(({ id }) => id))
  return SERVICES.filter(({ cloudId, endedDaysAgo }) => !ofBeta.has(cloudId) && endedDaysAgo === null)
    .flatMap(({ tid, name }) => [
      { service_tid: tid, data_center_tid: null, from_month: '2024-01', percent: GOAL },
      ...(name === 'DNS Control'
        ? [{ service_tid: tid, data_center_tid: null, from_month: '2026-07', percent: RAISED_GOAL }]
        : []),
    ])
    .map((goal, index) => ({ id: index + 1, ...goal }))
}

function lifeOf(name: ServiceName) {
  return name === 'Legacy Mail Relay'
    ? { startedDaysAgo: RELAY_STARTED_DAYS_AGO, endedDaysAgo: RELAY_ENDED_DAYS_AGO }
    : { startedDaysAgo: STARTED_DAYS_AGO, endedDaysAgo: null }
}
