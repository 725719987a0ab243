import { OVERVIEW_COMPONENT, type PageComponent } from '../domain/page-components.ts'
import type { Page } from './page.ts'
import { fallbackPage } from './pages/fallback-page.tsx'

export interface PageModule {
  /** File under src/web; the server preloads its chunk. */
  source: string
  skeleton: SkeletonKind
  isMostlyRead?: true
  load(): Promise<Page<unknown>>
}

export type SkeletonKind = 'verdict' | 'list' | 'text'

export const pageModules = {
  home: {
    source: 'pages/home-page.tsx',
    skeleton: 'verdict',
    isMostlyRead: true,
    load: async () => (await import('./pages/home-page.tsx')).homePage,
  },
  cloudStatus: {
    source: 'pages/cloud-status-page.tsx',
    skeleton: 'verdict',
    isMostlyRead: true,
    load: async () => (await import('./pages/cloud-status-page.tsx')).cloudStatusPage,
  },
  dataCenterMap: {
    source: 'pages/data-center-map-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/data-center-map-page.tsx')).dataCenterMapPage,
  },
  threatMap: {
    source: 'pages/threat-map-page.tsx',
    skeleton: 'verdict',
    isMostlyRead: true,
    load: async () => (await import('./pages/threat-map-page.tsx')).threatMapPage,
  },
  recordList: {
    source: 'pages/record-list-page.tsx',
    skeleton: 'list',
    isMostlyRead: true,
    load: async () => (await import('./pages/record-list-page.tsx')).recordListPage,
  },
  notificationList: {
    source: 'pages/notification-list-page.tsx',
    skeleton: 'list',
    isMostlyRead: true,
    load: async () => (await import('./pages/notification-list-page.tsx')).notificationListPage,
  },
  log: {
    source: 'pages/log-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/log-page.tsx')).logPage,
  },
  compliance: {
    source: 'pages/compliance-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/compliance-page.tsx')).compliancePage,
  },
  faq: {
    source: 'pages/faq-page.tsx',
    skeleton: 'list',
    isMostlyRead: true,
    load: async () => (await import('./pages/faq-page.tsx')).faqPage,
  },
  analytics: {
    source: 'pages/analytics-page.tsx',
    skeleton: 'verdict',
    isMostlyRead: true,
    load: async () => (await import('./pages/analytics-page.tsx')).analyticsPage,
  },
  overview: {
    source: 'pages/overview-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/overview-page.tsx')).overviewPage,
  },
  post: {
    source: 'pages/record-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/record-page.tsx')).postPage,
  },
  versions: {
    source: 'pages/versions-page.tsx',
    skeleton: 'list',
    isMostlyRead: true,
    load: async () => (await import('./pages/versions-page.tsx')).versionsPage,
  },
  notification: {
    source: 'pages/record-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/record-page.tsx')).notificationPage,
  },
  place: {
    source: 'pages/place-page.tsx',
    skeleton: 'verdict',
    isMostlyRead: true,
    load: async () => (await import('./pages/place-page.tsx')).placePage,
  },
  availability: {
    source: 'pages/availability-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/availability-page.tsx')).availabilityPage,
  },
  informing: {
    source: 'pages/informing-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/informing-page.tsx')).informingPage,
  },
  search: {
    source: 'pages/search-page.tsx',
    skeleton: 'list',
    isMostlyRead: true,
    load: async () => (await import('./pages/search-page.tsx')).searchPage,
  },
  ipRanges: {
    source: 'pages/ip-ranges-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/ip-ranges-page.tsx')).ipRangesPage,
  },
  forMachines: {
    source: 'pages/for-machines-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/for-machines-page.tsx')).forMachinesPage,
  },
  cookiePolicy: {
    source: 'pages/cookie-policy-page.tsx',
    skeleton: 'text',
    isMostlyRead: true,
    load: async () => (await import('./pages/cookie-policy-page.tsx')).cookiePolicyPage,
  },
  signIn: {
    source: 'pages/sign-in-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/sign-in-page.tsx')).signInPage,
  },
  secondStep: {
    source: 'pages/second-step-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/second-step-page.tsx')).secondStepPage,
  },
  password: {
    source: 'pages/password-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/password-page.tsx')).passwordPage,
  },
  passwordReset: {
    source: 'pages/password-reset-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/password-reset-page.tsx')).passwordResetPage,
  },
  verifyEmail: {
    source: 'pages/verify-email-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/verify-email-page.tsx')).verifyEmailPage,
  },
  confirmEmail: {
    source: 'pages/confirm-email-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/confirm-email-page.tsx')).confirmEmailPage,
  },
  staffLink: {
    source: 'pages/staff-link-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/staff-link-page.tsx')).staffLinkPage,
  },
  settings: {
    source: 'pages/settings-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/settings-page.tsx')).settingsPage,
  },
  ownSettings: {
    source: 'pages/settings-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/settings-page.tsx')).ownSettingsPage,
  },
  signUp: {
    source: 'pages/sign-up-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/sign-up-page.tsx')).signUpPage,
  },
  signOut: {
    source: 'pages/sign-out-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/sign-out-page.tsx')).signOutPage,
  },
  subscribe: {
    source: 'pages/subscribe-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/subscribe-page.tsx')).subscribePage,
  },
  unsubscribe: {
    source: 'pages/unsubscribe-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/unsubscribe-page.tsx')).unsubscribePage,
  },
  follow: {
    source: 'pages/follow-pages.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/follow-pages.tsx')).followPage,
  },
  followConfirm: {
    source: 'pages/follow-pages.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/follow-pages.tsx')).followConfirmPage,
  },
  followManage: {
    source: 'pages/follow-pages.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/follow-pages.tsx')).followManagePage,
  },
  followRefuse: {
    source: 'pages/follow-pages.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/follow-pages.tsx')).followRefusePage,
  },
  thankYou: {
    source: 'pages/thank-you-page.tsx',
    skeleton: 'text',
    load: async () => (await import('./pages/thank-you-page.tsx')).thankYouPage,
  },
  fallback: {
    source: 'pages/fallback-page.tsx',
    skeleton: 'text',
    load: async () => fallbackPage,
  },
} as const satisfies Record<string, PageModule>

/** G-05 */
const MODULE_BY_COMPONENT: Record<KnownComponent, PageModule> = {
  home: pageModules.home,
  cloud_status: pageModules.cloudStatus,
  datacenter: pageModules.dataCenterMap,
  threat_map: pageModules.threatMap,
  maintenance: pageModules.recordList,
  notification: pageModules.notificationList,
  compliance: pageModules.compliance,
  faq: pageModules.faq,
  analytics: pageModules.analytics,
  [OVERVIEW_COMPONENT]: pageModules.overview,
}

type KnownComponent = PageComponent | typeof OVERVIEW_COMPONENT

export function moduleOfComponent(component: string): PageModule {
  return isKnown(component) ? MODULE_BY_COMPONENT[component] : pageModules.fallback
}

function isKnown(component: string): component is KnownComponent {
  return Object.hasOwn(MODULE_BY_COMPONENT, component)
}
