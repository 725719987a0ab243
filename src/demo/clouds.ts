import { must } from './must.ts'

export const PRODUCTS = [
  { id: 1, machine_name: 'internet_access', title: 'Internet Access' },
  { id: 2, machine_name: 'private_access', title: 'Private Access' },
  { id: 3, machine_name: 'digital_experience', title: 'Digital Experience' },
  { id: 4, machine_name: 'workload_protection', title: 'Workload Protection' },
  { id: 5, machine_name: 'government', title: 'Government' },
  { id: 6, machine_name: 'threat_deception', title: 'Threat Deception' },
  { id: 7, machine_name: 'endpoint_agent', title: 'Endpoint Agent' },
] as const

export type ProductName = (typeof PRODUCTS)[number]['machine_name']

export interface DemoCloud {
  id: number
  product: ProductName
  domain: string
  machineName: string
  isGov: boolean
  /** A beta cloud runs what production clouds get later; it has few data centers and records. */
  isBeta: boolean
  hasDataCenters: boolean
  hasPremiumDataCenters: boolean
  defaultPage: string
  weight: number
  banner: { title: string; description: string }
}

export const CLOUDS: readonly DemoCloud[] = [
  cloud(1, 'internet_access', 'northwall.net', {
    hasPremiumDataCenters: true,
    weight: 10,
    banner: {
      title: 'northwall.net',
      description:
        'Our largest Internet Access cloud, in service in every region. This page shows what is running, what isn’t, and what we plan to change.',
    },
  }),
  cloud(2, 'internet_access', 'northwall-one.net', {
    hasPremiumDataCenters: true,
    weight: 5,
    banner: {
      title: 'northwall-one.net',
      description:
        'Internet Access for organizations based mainly in the Americas and Europe, with its own policy and log stores.',
    },
  }),
  cloud(3, 'internet_access', 'northwall-two.net', {
    hasPremiumDataCenters: true,
    weight: 5,
    banner: {
      title: 'northwall-two.net',
      description:
        'Internet Access for organizations in Europe, the Middle East, Africa and Asia, with logs stored in the European Union.',
    },
  }),
  cloud(4, 'internet_access', 'northwallbeta.net', {
    isBeta: true,
    weight: 1.5,
    banner: {
      title: 'northwallbeta.net',
      description:
        'Releases run here for two weeks before they reach production clouds. Expect more frequent changes and shorter notice.',
    },
  }),
  cloud(5, 'private_access', 'private.northwall.net', {
    weight: 5,
    banner: {
      title: 'private.northwall.net',
      description:
        'Private Access connects people to internal applications without placing them on the network. Status of brokers, connectors and policy.',
    },
  }),
  cloud(6, 'private_access', 'private.northwall-two.net', {
    weight: 3,
    banner: {
      title: 'private.northwall-two.net',
      description: 'Private Access for organizations whose policy and user data stay in the European Union.',
    },
  }),
  cloud(7, 'private_access', 'private.northwallbeta.net', {
    isBeta: true,
    weight: 1,
    banner: {
      title: 'private.northwallbeta.net',
      description: 'Preview cloud of Private Access for customers in the early-release program.',
    },
  }),
  cloud(8, 'digital_experience', 'experience.northwall.net', {
    weight: 2.5,
    banner: {
      title: 'experience.northwall.net',
      description:
        'Device, network path and application measurements that show where a slow connection is slow.',
    },
  }),
  cloud(9, 'digital_experience', 'experience.northwall-two.net', {
    weight: 1.5,
    banner: {
      title: 'experience.northwall-two.net',
      description: 'Digital Experience with measurement data stored in Frankfurt and Amsterdam.',
    },
  }),
  cloud(10, 'workload_protection', 'workload.northwall.net', {
    weight: 2.5,
    banner: {
      title: 'workload.northwall.net',
      description:
        'Inspection and posture checks for workloads in public clouds and in your own data centers.',
    },
  }),
  cloud(11, 'workload_protection', 'workload.northwall-two.net', {
    weight: 1.5,
    banner: {
      title: 'workload.northwall-two.net',
      description: 'Workload Protection for organizations that keep inspection data in Europe and Asia.',
    },
  }),
  cloud(12, 'government', 'northwall-gov.net', {
    isGov: true,
    weight: 2.5,
    banner: {
      title: 'northwall-gov.net',
      description:
        'FedRAMP Moderate cloud for United States federal, state and local government and the organizations that work for them.',
    },
  }),
  cloud(13, 'government', 'northwall-gov-ten.net', {
    isGov: true,
    weight: 2,
    banner: {
      title: 'northwall-gov-ten.net',
      description:
        'FedRAMP Moderate cloud for government bodies with staff abroad, served from authorized data centers on four continents.',
    },
  }),
  cloud(14, 'threat_deception', 'deception.northwall.net', {
    weight: 1.5,
    banner: {
      title: 'deception.northwall.net',
      description: 'Decoys that reveal an intruder early, and the services that run and watch them.',
    },
  }),
  cloud(15, 'endpoint_agent', 'agent.northwall.net', {
    hasDataCenters: false,
    defaultPage: '/cloud-status',
    weight: 2,
    banner: {
      title: 'agent.northwall.net',
      description:
        'Enrollment, updates and posture checks of the Northwall agent. The agent runs on your devices and has no data centers of its own.',
    },
  }),
]

export const GOV_CLOUDS = CLOUDS.filter((each) => each.isGov)

export function cloudOf(domain: string): DemoCloud {
  return must(
    CLOUDS.find((each) => each.domain === domain),
    `cloud ${domain}`,
  )
}

function cloud(
  id: number,
  product: ProductName,
  domain: string,
  particulars: Partial<DemoCloud> & Pick<DemoCloud, 'weight' | 'banner'>,
): DemoCloud {
  return {
    id,
    product,
    domain,
    machineName: domain.replace(/[^a-z0-9]/g, '_'),
    isGov: false,
    isBeta: false,
    hasDataCenters: true,
    hasPremiumDataCenters: false,
    defaultPage: '/',
    ...particulars,
  }
}
