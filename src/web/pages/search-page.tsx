import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Form, Link, useNavigate, useNavigation } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { LONGEST_SEARCH, searchAddress, searchAsked, searchPath } from '../../domain/search-words.ts'
import { attempt, type Loaded } from '../../ui/account/loaded.ts'
import { Badges, StatusBadge } from '../../ui/parts/badge.tsx'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { definePage, found, type PageContext } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import styles from './search-page.module.css'

type Results = ReadAnswer<'/api/search'>['data']

interface Data {
  /** Undefined as long as nothing was typed. */
  results: Loaded<Results> | undefined
}

/** Long enough to finish a word, short enough to feel immediate. */
const SEARCH_AFTER_MS = 250

export const searchPage = definePage<Data>({
  async load({ read, cloud, query }) {
    const search = searchAsked(query)
    if (search === '') return found({ results: undefined })
    const results = attempt(
      'the search',
      read('/api/search', { cloud: cloud.machine_name, search }).then(({ data }) => data),
    )
    return found({ results: await results })
  },

  meta(_, { cloud, global }) {
    return {
      title: 'Search',
      description: `Search the posts, services, data centers and questions of ${global.provider.name} on ${cloud.domain}.`,
      canonicalPath: searchPath(cloud.domain),
      noindex: true,
    }
  },

  Content({ data: { results }, context }) {
    const place = useRef<HTMLDivElement>(null)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut; Tab reaches every link.
      <div ref={place} className={styles.page} onKeyDown={(event) => moveAmongResults(event, place.current)}>
        <PageHead
          title="Search"
          lead={`Services, data centers, posts and questions of ${context.cloud.domain}`}
        />
        <SearchBox context={context} results={results} />
        {results?.kind === 'loaded' && <Found results={results.value} />}
      </div>
    )
  },
})

function SearchBox({ context, results }: { context: PageContext; results: Data['results'] }) {
  const { path, query } = context
  const asked = searchAsked(query)
  const fieldId = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { location } = useNavigation()
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  useEffect(() => {
    // What is typed while results load is newer than they are.
    const isTyping = field.current === document.activeElement
    if (field.current !== null && !isTyping) field.current.value = asked
  }, [asked])

  function searchSoon() {
    clearTimeout(later.current)
    later.current = setTimeout(() => {
      const typed = searchAsked(new URLSearchParams({ search: field.current?.value ?? '' }))
      void navigate(searchAddress(path, typed), { replace: true, preventScrollReset: true })
    }, SEARCH_AFTER_MS)
  }
  return (
    <search className={styles.search}>
      <Form method="get" action={path} preventScrollReset onSubmit={() => clearTimeout(later.current)}>
        <label className="hidden" htmlFor={fieldId}>
          Search this site
        </label>
        <div className={styles.line}>
          <input
            ref={field}
            id={fieldId}
            type="search"
            name="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={LONGEST_SEARCH}
            placeholder="Frankfurt, sign-in, CVE-2026-…"
            defaultValue={asked}
            data-first-focus
            onChange={searchSoon}
          />
          <button type="submit" className="button primary">
            Search
          </button>
        </div>
      </Form>
      <p className={styles.result} role="status" aria-busy={location?.pathname === path}>
        {resultWords(results)}
      </p>
    </search>
  )
}

function resultWords(results: Data['results']): string {
  if (results === undefined) return 'Type a word or the start of one.'
  if (results.kind === 'failed') return 'We can’t search right now. Try again in a moment.'
  const { asked, corrected, counts } = results.value
  const all = counts.places + counts.posts + counts.questions + counts.pages
  if (all === 0) return `Nothing matches “${asked}”. Try fewer or different words.`
  const number = counted(all, 'result')
  return corrected === null
    ? `${number} for “${asked}”.`
    : `Nothing matches “${asked}”. ${number} for “${corrected}”.`
}

function Found({ results: { places, posts, questions, pages, counts } }: { results: Results }) {
  return (
    <div className={styles.groups}>
      <Group title="Services and data centers" shown={places.length} of={counts.places}>
        {places.map(({ kind, name, group, is_active, path }) => (
          <li key={path}>
            <Link to={path} dir="auto" data-result>
              {name}
            </Link>
            <p className={styles.about}>
              {kind === 'service' ? 'Service' : 'Data center'}
              {group === '' ? '' : `, ${group}`}
              {is_active ? '' : ', no longer in service'}
            </p>
          </li>
        ))}
      </Group>
      <Group title="Posts" shown={posts.length} of={counts.posts}>
        {posts.map(({ id, title, post_type, status, at, text, path }) => (
          <li key={id}>
            {status !== '' && (
              <Badges>
                <StatusBadge status={status} />
              </Badges>
            )}
            <Link to={path} dir="auto" data-result>
              {title}
            </Link>
            <p className={styles.about}>
              {KIND_WORDS[post_type] ?? 'Post'}, <Moment at={at} precision="minute" />
            </p>
            {text !== '' && (
              <p className={styles.text} dir="auto">
                {text}
              </p>
            )}
          </li>
        ))}
      </Group>
      <Group title="Questions" shown={questions.length} of={counts.questions}>
        {questions.map(({ title, path }) => (
          <li key={path}>
            <Link to={path} dir="auto" data-result>
              {title}
            </Link>
          </li>
        ))}
      </Group>
      <Group title="Pages" shown={pages.length} of={counts.pages}>
        {pages.map(({ title, path }) => (
          <li key={path}>
            <Link to={path} dir="auto" data-result>
              {title}
            </Link>
          </li>
        ))}
      </Group>
    </div>
  )
}

const KIND_WORDS: Record<string, string> = {
  incident: 'Incident',
  maintenance: 'Maintenance',
  advisory: 'Security advisory',
  notification: 'Notification',
}

function Group({
  title,
  shown,
  of,
  children,
}: {
  title: string
  shown: number
  of: number
  children: ReactNode
}) {
  const headingId = useId()
  if (shown === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {of > shown && (
        <p className={styles.about}>
          The best {shown} of {of}. Add a word to narrow them down.
        </p>
      )}
      <ul className={styles.results}>{children}</ul>
    </section>
  )
}

function moveAmongResults(event: KeyboardEvent, place: HTMLElement | null) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const stops = [...(place?.querySelectorAll<HTMLElement>('input[type="search"], a[data-result]') ?? [])]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = at === -1 ? undefined : stops[at + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
