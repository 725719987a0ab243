import { forMachinesPath } from '../../domain/machine-paths.ts'
import { ForPrograms } from '../machines/for-programs.tsx'
import { ForSecurity } from '../machines/for-security.tsx'
import { FormatsOfOthers } from '../machines/formats-of-others.tsx'
import type { Machines } from '../machines/machines.ts'
import { OnYourPages } from '../machines/on-your-pages.tsx'
import { ToFollow } from '../machines/to-follow.tsx'
import { definePage, found } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import styles from './for-machines-page.module.css'

const TITLE = 'Developers'

export const forMachinesPage = definePage<Omit<Machines, 'cloud'>>({
  async load({ read, cloud }) {
    const { data } = await read('/api/for-machines', { cloud: cloud.machine_name })
    const { public_url, has_security_txt, log_key, services, data_centers } = data
    return found({
      publicUrl: public_url,
      hasSecurityTxt: has_security_txt,
      logKey: log_key,
      services,
      dataCenters: data_centers,
    })
  },

  meta(_, { cloud, global }) {
    const description = `Feeds, calendars, APIs, badges and a widget: every way for programs to read the status of ${global.provider.name} on ${cloud.domain}.`
    return { title: TITLE, description, canonicalPath: forMachinesPath(cloud.domain) }
  },

  Content({ data, context: { cloud, global } }) {
    const machines = { ...data, cloud }
    return (
      <div className="page-body loose">
        <PageHead
          title={TITLE}
          lead={`All status data of ${cloud.domain} in machine-readable formats. No key; CORS open.`}
        />
        <nav className={styles.contents} aria-label="On this page">
          <ul>
            {contentsOf(machines).map(([id, words]) => (
              <li key={id}>
                <a href={`#${id}`}>{words}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.groups}>
          <FormatsOfOthers machines={machines} />
          <ToFollow machines={machines} />
          <OnYourPages machines={machines} />
          <ForPrograms machines={machines} provider={global.provider.name} />
          <ForSecurity machines={machines} />
        </div>
      </div>
    )
  },
})

function contentsOf({ hasSecurityTxt }: Machines) {
  return CONTENTS.filter(([id]) => id !== 'security-txt' || hasSecurityTxt)
}

const CONTENTS = [
  ['statuspage', 'Statuspage v2'],
  ['google', 'Google Cloud incidents'],
  ['legacy', 'Cloud status by POST'],
  ['feeds', 'Feeds'],
  ['calendar', 'Calendar'],
  ['badges', 'Badges'],
  ['widget', 'Widget'],
  ['api', 'JSON API'],
  ['mcp', 'Model Context Protocol'],
  ['llms', 'llms.txt'],
  ['csaf', 'CSAF 2.0'],
  ['security-txt', 'security.txt'],
  ['ranges', 'IP ranges'],
] as const
