import type { ProductName } from '../clouds.ts'
import type { WeaknessKey } from './weaknesses.ts'

export interface Component {
  name: string
  products: readonly ProductName[]
  /** Customers install it themselves, so they must update; we update other components. */
  isInstalled: boolean
  weaknesses: readonly WeaknessKey[]
}

const ALL: readonly ProductName[] = [
  'internet_access',
  'private_access',
  'digital_experience',
  'workload_protection',
  'government',
  'threat_deception',
  'endpoint_agent',
]
const TRAFFIC: readonly ProductName[] = ['internet_access', 'government', 'workload_protection']
const AGENT: readonly ProductName[] = [
  'internet_access',
  'private_access',
  'digital_experience',
  'government',
  'endpoint_agent',
]
const ON_A_DEVICE: readonly WeaknessKey[] = [
  'privilege',
  'libraryLoading',
  'fileRace',
  'updateCheck',
  'logSecrets',
  'tamper',
  'localSocket',
]
const ON_THE_WEB: readonly WeaknessKey[] = [
  'crossSite',
  'forgery',
  'objectAccess',
  'sessionEnd',
  'redirect',
  'injection',
]
const ON_THE_WIRE: readonly WeaknessKey[] = [
  'parser',
  'exhaustion',
  'smuggling',
  'certificateCheck',
  'library',
]

export const COMPONENTS: readonly Component[] = [
  { name: 'Agent for Windows', products: AGENT, isInstalled: true, weaknesses: ON_A_DEVICE },
  { name: 'Agent for macOS', products: AGENT, isInstalled: true, weaknesses: ON_A_DEVICE },
  { name: 'Agent for Linux', products: AGENT, isInstalled: true, weaknesses: ON_A_DEVICE },
  {
    name: 'Agent for Android',
    products: AGENT,
    isInstalled: true,
    weaknesses: ['logSecrets', 'certificateCheck', 'tamper', 'library'],
  },
  {
    name: 'Agent for iOS',
    products: AGENT,
    isInstalled: true,
    weaknesses: ['logSecrets', 'certificateCheck', 'tamper', 'library'],
  },
  {
    name: 'App Connector',
    products: ['private_access', 'internet_access', 'government'],
    isInstalled: true,
    weaknesses: [...ON_THE_WIRE, 'privilege', 'logSecrets', 'updateCheck'],
  },
  {
    name: 'Branch appliance',
    products: ['private_access', 'internet_access'],
    isInstalled: true,
    weaknesses: [...ON_THE_WIRE, 'privilege', 'defaultCredential', 'updateCheck', 'injection'],
  },
  {
    name: 'Directory sync tool',
    products: ALL,
    isInstalled: true,
    weaknesses: ['logSecrets', 'libraryLoading', 'certificateCheck', 'library', 'localSocket'],
  },
  {
    name: 'Log receiver',
    products: ALL,
    isInstalled: true,
    weaknesses: [...ON_THE_WIRE, 'logSecrets', 'defaultCredential'],
  },
  {
    name: 'Workload gateway image',
    products: ['workload_protection'],
    isInstalled: true,
    weaknesses: [...ON_THE_WIRE, 'defaultCredential', 'privilege'],
  },
  {
    name: 'Decoy sensor',
    products: ['threat_deception'],
    isInstalled: true,
    weaknesses: [...ON_THE_WIRE, 'tamper', 'logSecrets', 'privilege'],
  },
  {
    name: 'Browser extension',
    products: ['internet_access', 'digital_experience', 'government'],
    isInstalled: true,
    weaknesses: ['crossSite', 'tamper', 'logSecrets', 'library'],
  },
  {
    name: 'Admin Portal',
    products: ALL,
    isInstalled: false,
    weaknesses: [...ON_THE_WEB, 'library', 'logSecrets'],
  },
  {
    name: 'Administration API',
    products: ALL,
    isInstalled: false,
    weaknesses: ['objectAccess', 'injection', 'exhaustion', 'logSecrets', 'sessionEnd', 'parser'],
  },
  {
    name: 'Browser Access',
    products: ['private_access', 'government'],
    isInstalled: false,
    weaknesses: [...ON_THE_WEB, 'smuggling'],
  },
  {
    name: 'Privileged Access console',
    products: ['private_access'],
    isInstalled: false,
    weaknesses: [...ON_THE_WEB, 'logSecrets'],
  },
  { name: 'Web gateway', products: TRAFFIC, isInstalled: false, weaknesses: ON_THE_WIRE },
  {
    name: 'Cloud Firewall',
    products: TRAFFIC,
    isInstalled: false,
    weaknesses: ['parser', 'exhaustion', 'library', 'filterGap'],
  },
  {
    name: 'DNS resolver',
    products: TRAFFIC,
    isInstalled: false,
    weaknesses: ['parser', 'exhaustion', 'library', 'cachePoison'],
  },
  {
    name: 'Sandbox',
    products: ['internet_access', 'government'],
    isInstalled: false,
    weaknesses: ['parser', 'filterGap', 'library', 'exhaustion'],
  },
  {
    name: 'Data Protection engine',
    products: TRAFFIC,
    isInstalled: false,
    weaknesses: ['parser', 'filterGap', 'exhaustion', 'library'],
  },
  {
    name: 'SAML sign-in',
    products: ALL,
    isInstalled: false,
    weaknesses: ['signatureCheck', 'redirect', 'sessionEnd', 'library'],
  },
  {
    name: 'Provisioning service',
    products: ALL,
    isInstalled: false,
    weaknesses: ['objectAccess', 'injection', 'exhaustion', 'logSecrets'],
  },
  {
    name: 'Agent update service',
    products: AGENT,
    isInstalled: false,
    weaknesses: ['signatureCheck', 'exhaustion', 'library', 'redirect'],
  },
  {
    name: 'Posture Scanner',
    products: ['workload_protection'],
    isInstalled: false,
    weaknesses: ['objectAccess', 'logSecrets', 'injection', 'library'],
  },
  {
    name: 'Threat feed',
    products: ['threat_deception'],
    isInstalled: false,
    weaknesses: ['objectAccess', 'exhaustion', 'injection', 'library'],
  },
  {
    name: 'Experience dashboard',
    products: ['digital_experience'],
    isInstalled: false,
    weaknesses: [...ON_THE_WEB, 'library'],
  },
  {
    name: 'Webhook sender',
    products: ALL,
    isInstalled: false,
    weaknesses: ['internalRequest', 'certificateCheck', 'logSecrets', 'library'],
  },
]
