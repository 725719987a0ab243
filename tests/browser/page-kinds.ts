import { CLOUD, findNotification, PATH, richIncident } from './demo-site.ts'

export interface PageKind {
  name: string
  path: string
  /** Outside of the shell there is nothing to hydrate. */
  isBare?: boolean
  /**
   * Made of the same components as another listed kind, or checked by axe in a test of its own: not in the
   * short run.
   */
  isVariant?: boolean
  /** Scripts draw much of it. */
  isDrawn?: boolean
  expects?: RegExp[]
}

const SOME_TOKEN = 'x'.repeat(43)
const ANSWERED_400 = /status of 400/
const ANSWERED_404 = /status of 404/

export async function pageKinds(): Promise<PageKind[]> {
  const incident = await richIncident()
  const { record: notification } = await findNotification(({ redirect }) => redirect === undefined)
  return [
    { isDrawn: true, name: 'home', path: PATH.home },
    { isVariant: true, name: 'home of a government cloud', path: `/${CLOUD.government.domain}` },
    // Tests of their own run axe on these three: issue-popover.test.ts, data-center-map-touch.test.ts, sign-in.test.ts.
    { isVariant: true, isDrawn: true, name: 'cloud status', path: PATH.cloudStatus },
    {
      isVariant: true,
      name: 'cloud status of an older week',
      path: `${PATH.cloudStatus}?week=3&centers=premium`,
    },
    {
      isVariant: true,
      name: 'cloud status without data centers',
      path: `/${CLOUD.agent.domain}/cloud-status`,
    },
    { isDrawn: true, name: 'incidents', path: PATH.incidents },
    { isVariant: true, name: 'maintenance', path: PATH.maintenance },
    { isVariant: true, name: 'security advisories', path: PATH.advisories },
    {
      isVariant: true,
      name: 'narrowed list',
      path: `${PATH.incidents}?category=5&datacenter=${incident.datacenters[0]?.tid}`,
    },
    { isVariant: true, name: 'empty list', path: `${PATH.incidents}?category=1` },
    { isVariant: true, name: 'overview of a menu parent', path: `${PATH.home}/notifications` },
    { isVariant: true, name: 'overview of figures', path: `${PATH.home}/threats` },
    { isVariant: true, name: 'notifications', path: `${PATH.home}/url-category-notification` },
    { isVariant: true, isDrawn: true, name: 'data center map', path: `${PATH.home}/data-center-map` },
    { isVariant: true, name: 'searched data center map', path: `${PATH.home}/data-center-map?search=zurich` },
    { isDrawn: true, name: 'threat map', path: `${PATH.home}/threat-map` },
    { isDrawn: true, name: 'analytics', path: `${PATH.home}/analytics` },
    {
      isVariant: true,
      name: 'analytics of one category',
      path: `${PATH.home}/analytics?category=malware&period=365d`,
    },
    { name: 'compliance', path: `/${CLOUD.government.domain}/compliance` },
    { name: 'for machines', path: `${PATH.home}/for-machines` },
    { isVariant: true, name: 'how we inform', path: `${PATH.home}/how-we-inform` },
    { name: 'IP ranges', path: `${PATH.home}/ip-ranges` },
    { isVariant: true, name: 'address looked up', path: `${PATH.home}/ip-ranges?address=2001:db8:a::53` },
    { name: 'search', path: `${PATH.home}/search?search=frankfurt` },
    { name: 'FAQ', path: PATH.faq },
    { isVariant: true, name: 'FAQ searched', path: `${PATH.faq}?search=data+center` },
    { name: 'post', path: `${PATH.home}/posts/${incident.id}` },
    { isVariant: true, name: 'no post', path: `${PATH.home}/posts/2000000000`, expects: [ANSWERED_404] },
    { isVariant: true, name: 'notification', path: `/notification/${notification.id}` },
    { isVariant: true, name: 'cookie policy', path: '/privacy-compliance/cookie-policy' },
    { isVariant: true, name: 'sign-in', path: '/sign-in?notice=subscribe' },
    { isVariant: true, name: 'sign-up', path: '/sign-up' },
    { isVariant: true, name: 'sign-out', path: '/sign-out' },
    { isVariant: true, name: 'forgotten password', path: '/user/password' },
    { isVariant: true, name: 'sent link', path: '/user/password?notice=sent' },
    { isVariant: true, name: 'new password', path: `/user/password/reset?token=${SOME_TOKEN}` },
    { isVariant: true, name: 'verified email', path: `/user/verify?token=${SOME_TOKEN}` },
    { isVariant: true, name: 'confirmed email', path: `/user/email/confirm?token=${SOME_TOKEN}` },
    { isVariant: true, name: 'emergency access', path: `/user/staff-link?token=${SOME_TOKEN}` },
    { isVariant: true, name: 'unsubscribed', path: '/unsubscribe?done=everything' },
    { isVariant: true, name: 'link that was cut off', path: '/user/verify' },
    { isVariant: true, name: 'thank you', path: '/thank-you' },
    { isVariant: true, name: 'fallback', path: '/nowhere', expects: [ANSWERED_404] },
    { name: 'API documentation', path: '/api/docs', isBare: true },
    { isVariant: true, name: 'bad address', path: '/%00', isBare: true, expects: [ANSWERED_400] },
  ]
}
