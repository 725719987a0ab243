import type { SiteBannerRow } from '../../../contract/admin/site/site-banners.ts'
import { GRAVITIES, type Gravity } from '../../../domain/banners/banner.ts'
import type { Tone } from '../../../ui/parts/tone.ts'
import { BannerStrip } from '../../../web/banners/banner-strip.tsx'
import { Chip } from '../../parts/chip.tsx'
import { NounScreen } from '../noun/noun-screen.tsx'
import { useRows } from '../noun/use-rows.ts'
import styles from './banners-part.module.css'
import { cloudWords } from './cloud-words.ts'
import { optionsOf } from './options-of.ts'

const GRAVITY_WORDS: Record<Gravity, string> = { critical: 'Critical', warning: 'Warning', notice: 'Notice' }
const GRAVITY_TONES: Record<Gravity, Tone> = {
  critical: 'disruption',
  warning: 'degradation',
  notice: 'notice',
}

/** O-01 */
export function BannersPart() {
  const read = useRows('banners')
  const { rows: clouds } = useRows('clouds')
  const now = Date.now()
  return (
    <NounScreen
      read={read}
      spec={{
        path: 'banners',
        part: 'banners',
        one: 'banner',
        title: 'Site banners',
        lead: 'Across the top of every page, most severe first. Readers can dismiss them.',
        words: (banner) => ({
          name: banner.text,
          detail: `${GRAVITY_WORDS[banner.gravity]} · ${cloudWords(banner.cloud_id, clouds)}`,
          chip: <StateOfBanner banner={banner} now={now} />,
        }),
        groups: (rows) => [{ key: 'all', rows, empty: 'There are no banners on the site.' }],
        canRetire: false,
        fresh: {
          cloud_id: null,
          gravity: 'notice',
          text: '',
          link_url: null,
          link_text: null,
          starts_at: null,
          ends_at: null,
        },
        preview: ({ gravity, text, link_url: url, link_text: words }) => (
          <div className={styles.preview} inert>
            <BannerStrip
              banner={{
                id: 0,
                cloud: null,
                gravity,
                text: text === '' ? 'Your text appears here.' : text,
                link: url !== null && words !== null ? { url, text: words } : null,
              }}
            />
          </div>
        ),
        fields: () => [
          {
            kind: 'choice',
            name: 'gravity',
            label: 'Severity',
            options: GRAVITIES.map((value) => ({ value, words: GRAVITY_WORDS[value] })),
            isHalf: true,
          },
          {
            kind: 'choice',
            name: 'cloud_id',
            label: 'Where',
            none: 'On every cloud',
            options: optionsOf(clouds, ({ title }) => title),
            isHalf: true,
          },
          { kind: 'area', name: 'text', label: 'Text', maxLength: 500, rows: 2 },
          {
            kind: 'optional-text',
            name: 'link_url',
            label: 'Link',
            hint: 'A path of this site or an https address.',
            maxLength: 2000,
            isHalf: true,
          },
          {
            kind: 'optional-text',
            name: 'link_text',
            label: 'Link text',
            maxLength: 100,
            isHalf: true,
          },
          {
            kind: 'moment',
            name: 'starts_at',
            label: 'From',
            hint: 'Leave empty to show it immediately.',
            isHalf: true,
          },
          {
            kind: 'moment',
            name: 'ends_at',
            label: 'Until',
            hint: 'Leave empty to show it until removed.',
            isHalf: true,
          },
        ],
      }}
    />
  )
}

function StateOfBanner({ banner, now }: { banner: SiteBannerRow; now: number }) {
  const isToCome = banner.starts_at !== null && Date.parse(banner.starts_at) > now
  const isOver = banner.ends_at !== null && Date.parse(banner.ends_at) <= now
  if (isOver) return <Chip tone="quiet">Over</Chip>
  if (isToCome) return <Chip tone="planned">Planned</Chip>
  return <Chip tone={GRAVITY_TONES[banner.gravity]}>On the site</Chip>
}
