import { CLOUDS } from './clouds.ts'
import { must } from './must.ts'

const DOMAIN = 'northwall-two.net'

/** O-01: one banner, on an otherwise quiet cloud. It names no day, so it stays true when the demo moves. */
export function siteBannerRows() {
  const { id: cloud_id } = must(
    CLOUDS.find(({ domain }) => domain === DOMAIN),
    DOMAIN,
  )
  return [
    {
      id: 1,
      cloud_id,
      gravity: 'notice' as const,
      text: 'We are renewing the log stores of this cloud, one a night from 22:00 to 02:00 UTC. Traffic is not affected; new log entries may show up to ten minutes late.',
      link_url: `/${DOMAIN}/maintenance`,
      link_text: 'See what is planned',
      starts_at: null,
      ends_at: null,
    },
  ]
}
