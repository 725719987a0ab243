import { useState } from 'react'
import {
  BADGE_STYLES,
  BADGE_THEMES,
  type BadgeStyle,
  type BadgeTheme,
  badgeAddress,
  DEFAULT_BADGE_STYLE,
} from '../../domain/badge/badge-look.ts'
import { cloudBadgePath, placeBadgePath } from '../../domain/machine-paths.ts'
import { defaultPath } from '../../domain/menu.ts'
import styles from './badge-maker.module.css'
import { CodeLine } from './code-line.tsx'
import { badgeHtml, badgeMarkdown } from './embed-snippets.ts'
import type { Machines } from './machines.ts'
import { PickField } from './pick-field.tsx'

const STYLE_NAMES: Record<BadgeStyle, string> = {
  flat: 'Flat',
  'flat-square': 'Flat, square corners',
  'for-the-badge': 'Large',
}
const THEME_NAMES: Record<BadgeTheme, string> = {
  light: 'For light pages',
  dark: 'For dark pages',
  auto: 'Follow the reader’s system',
}

export function BadgeMaker({ machines }: { machines: Machines }) {
  const { publicUrl, cloud } = machines
  const [about, setAbout] = useState('')
  const [style, setStyle] = useState<BadgeStyle>(DEFAULT_BADGE_STYLE)
  const [theme, setTheme] = useState<BadgeTheme>('auto')
  const { name, path } = subjectOf(machines, about)
  const address = badgeAddress(path, { style, theme })
  const badge = { name, image: publicUrl + address, page: publicUrl + defaultPath(cloud) }
  return (
    <>
      <div className={styles.grounds}>
        {(['light', 'dark'] as const).map((ground) => (
          <p key={ground} className={styles.ground} data-ground={ground}>
            <img
              src={badgeAddress(path, { style, theme: theme === 'auto' ? ground : theme })}
              alt={`Status of ${name}, now, on a ${ground} page`}
            />
          </p>
        ))}
      </div>
      <div className={styles.fields}>
        <PickField label="About" value={about} onPick={setAbout}>
          <option value="">{cloud.domain}</option>
          <Places label="Services" place="service" of={machines.services} />
          <Places label="Data centers" place="data-center" of={machines.dataCenters} />
        </PickField>
        <PickField label="Size" value={style} onPick={(picked) => setStyle(picked as BadgeStyle)}>
          {BADGE_STYLES.map((each) => (
            <option key={each} value={each}>
              {STYLE_NAMES[each]}
            </option>
          ))}
        </PickField>
        <PickField label="Colors" value={theme} onPick={(picked) => setTheme(picked as BadgeTheme)}>
          {BADGE_THEMES.map((each) => (
            <option key={each} value={each}>
              {THEME_NAMES[each]}
            </option>
          ))}
        </PickField>
      </div>
      <CodeLine label="Markdown" text={badgeMarkdown(badge)} />
      <CodeLine label="HTML" text={badgeHtml(badge)} />
      <CodeLine label="Address of the image" text={badge.image} href={address} />
    </>
  )
}

function Places({
  label,
  place,
  of,
}: {
  label: string
  place: 'service' | 'data-center'
  of: Machines['services']
}) {
  return of.length === 0 ? null : (
    <optgroup label={label}>
      {of.map(({ tid, name }) => (
        <option key={tid} value={`${place}/${tid}`}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

function subjectOf({ cloud, services, dataCenters }: Machines, about: string) {
  const whole = { name: cloud.domain, path: cloudBadgePath(cloud.domain) }
  const [place, asked] = about.split('/')
  if (place !== 'service' && place !== 'data-center') return whole
  const known = place === 'service' ? services : dataCenters
  const found = known.find(({ tid }) => String(tid) === asked)
  return found === undefined
    ? whole
    : { name: found.name, path: placeBadgePath(cloud.domain, place, found.tid) }
}
