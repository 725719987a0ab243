import { NounScreen } from '../noun/noun-screen.tsx'
import { onceAllAreThere, useRows } from '../noun/use-rows.ts'
import styles from './home-banners-part.module.css'
import { optionsOf } from './options-of.ts'

/** H-01 */
export function HomeBannersPart() {
  const read = useRows('cloud-banners')
  const cloudsRead = useRows('clouds')
  const clouds = cloudsRead.rows
  const cloudOf = (id: number) => clouds.find((cloud) => cloud.id === id)
  const missing = clouds.filter(({ id }) => !read.rows.some((banner) => banner.cloud_id === id))
  return (
    <NounScreen
      read={onceAllAreThere(read, cloudsRead)}
      spec={{
        path: 'cloud-banners',
        part: 'home-banners',
        one: 'home banner',
        title: 'Home banners',
        lead: 'Title and description on the home page of each cloud.',
        words: ({ cloud_id: id, title }) => ({ name: cloudOf(id)?.title ?? `Cloud ${id}`, detail: title }),
        groups: (rows) => [
          {
            key: 'all',
            rows: clouds.flatMap(({ id }) => rows.find((banner) => banner.cloud_id === id) ?? []),
          },
        ],
        canRetire: false,
        isFull: clouds.length > 0 && missing.length === 0,
        fresh: { cloud_id: missing[0]?.id ?? 1, title: '', description: '' },
        seenAt: ({ cloud_id: id }) => `/${cloudOf(id)?.domain ?? ''}`,
        preview: ({ title, description }) => (
          <div className={styles.preview}>
            <p className={styles.title} dir="auto">
              {title}
            </p>
            <p className={styles.description} dir="auto">
              {description}
            </p>
          </div>
        ),
        fields: (row) => [
          {
            kind: 'choice',
            name: 'cloud_id',
            label: 'Cloud',
            options: optionsOf(
              row === undefined ? missing : [cloudOf(row.cloud_id)].flatMap((cloud) => cloud ?? []),
              ({ title }) => title,
            ),
          },
          { kind: 'text', name: 'title', label: 'Title', maxLength: 200 },
          { kind: 'area', name: 'description', label: 'Description', maxLength: 2000, rows: 4 },
        ],
      }}
    />
  )
}
