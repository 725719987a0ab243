import { useId } from 'react'
import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { goalWords } from '../../domain/availability-goals.ts'
import { shortDayWords } from '../../domain/calendar/day-words.ts'
import { type ChosenPlaces, flipChosen, NOTHING_CHOSEN } from '../../domain/chosen-places.ts'
import { FEED_FORMATS, placesFeedPath } from '../../domain/feed-name.ts'
import { cloudBadgePath, maintenanceCalendarPath, placeBadgePath } from '../../domain/machine-paths.ts'
import { centerStateWord } from '../../domain/map/center-state.ts'
import { availabilityPath, placePath as pathOf, placeCsvPath } from '../../domain/place-address.ts'
import { RuledSection } from '../../ui/parts/ruled-section.tsx'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import { counted } from '../../ui/parts/words.ts'
import { ageWords } from '../../ui/times/age-words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { DayBars } from '../availability/day-bars.tsx'
import { Definition } from '../availability/definition.tsx'
import { MonthTable } from '../availability/month-table.tsx'
import { FollowPanel } from '../follow/follow-panel.tsx'
import { useOwnPlaces } from '../mine/own-places.ts'
import { PlaceStar } from '../mine/place-star.tsx'
import { definePage, found, type PageContext } from '../page.ts'
import { cloudStatusPath } from '../parts/cloud-status-path.ts'
import head from '../parts/sentence-head.module.css'
import styles from './place-page.module.css'

type Data = NonNullable<ReadAnswer<'/api/place'>['data']>
type Story = Data['open'][number]

export const placePage = definePage<Data>({
  async load({ read, cloud, params, path }) {
    const kind = path.startsWith(pathOf(cloud.domain, 'service', '')) ? 'service' : 'data-center'
    const name = params.name ?? ''
    const { data } = await read('/api/place', { cloud: cloud.machine_name, kind, name })
    if (data === null) return { kind: 'missing' }
    // Reached by its number, or by a name with other capitalization.
    if (data.slug !== name) return { kind: 'moved', to: pathOf(cloud.domain, kind, data.slug) }
    return found(data)
  },

  meta(data, { cloud }) {
    return {
      title: data.name,
      description: `${data.name} on ${cloud.domain}: status now, the last 90 days, availability by month, incidents and maintenance.`,
      feedPath: placesFeedPath(cloud.machine_name, onlyThis(data)),
    }
  },

  Content({ data, context }) {
    const { cloud } = context
    const titleId = useId()
    // Loads the subscriptions of signed-in readers, which the star shows.
    useOwnPlaces(context, NOTHING_CHOSEN)
    return (
      <div className="page-body">
        <section className={head.head} aria-labelledby={titleId}>
          <div className={head.heading}>
            <h1 id={titleId} dir="auto">
              {data.name}
            </h1>
            <span>{cloud.domain}</span>
            <div className={styles.star}>
              <PlaceStar
                place={{ kind: data.kind, tid: data.tid, name: data.name, isActive: data.is_active }}
                context={context}
                statusPath={cloudStatusPath(context)}
              />
            </div>
          </div>
          <Sentence data={data} />
          <ul className={head.meta}>
            {data.since !== null && (
              <li>
                since <Moment at={data.since} precision="minute" hasOwnTime />
              </li>
            )}
            {data.info !== '' && <li dir="auto">{data.info}</li>}
            <li>{data.group}</li>
            <li>In service since {shortDayWords(data.starts_on)}</li>
          </ul>
          {data.is_active && <FollowPlace data={data} context={context} />}
        </section>
        {data.open.length > 0 && <Stories stories={data.open} context={context} label="Open now" />}
        <div>
          <RuledSection name="days" title="90 days">
            <DayBars days={data.days} />
          </RuledSection>
          <RuledSection name="months" title="Availability">
            {data.goal !== null && (
              <p>
                Goal: {goalWords(data.goal)} each month. {goalsMet(data)}
              </p>
            )}
            <MonthTable
              months={data.months}
              labelledBy="months-title"
              csvOf={(month) =>
                hasWholeDay(data, month) ? placeCsvPath(cloud.domain, data.kind, data.slug, month) : undefined
              }
            />
            <Definition />
            <ul className={styles.links}>
              <li>
                {/* A file, not a page. */}
                <a href={placeCsvPath(cloud.domain, data.kind, data.slug)}>Every interval as CSV</a>, up to
                the end of yesterday (UTC)
              </li>
              <li>
                <Link to={availabilityPath(cloud.domain)}>All services and data centers</Link>
              </li>
            </ul>
          </RuledSection>
          <RuledSection name="planned" title="Planned maintenance">
            {data.upcoming.length === 0 ? (
              <p>No maintenance planned.</p>
            ) : (
              <Stories stories={data.upcoming} context={context} />
            )}
          </RuledSection>
          <RuledSection name="past" title="Past year">
            {data.past.length === 0 ? (
              <p>No incidents or maintenance in the last 12 months.</p>
            ) : (
              <Stories stories={data.past} context={context} />
            )}
          </RuledSection>
          <RuledSection name="programs" title="Developers">
            <Programs data={data} context={context} />
          </RuledSection>
        </div>
      </div>
    )
  },
})

function FollowPlace({ data: { kind, tid, name }, context }: { data: Data; context: PageContext }) {
  const { cloud } = context
  const places =
    kind === 'service' ? { services: [tid], dataCenters: [] } : { services: [], dataCenters: [tid] }
  const followed = {
    choice: { kind: 'places', cloud: cloud.machine_name, places },
    words: 'Get updates',
    about: `${name} on ${cloud.domain}`,
  } as const
  return (
    <div className={styles.follow}>
      <FollowPanel followed={followed} context={context} side="start" />
    </div>
  )
}

function Sentence({ data }: { data: Data }) {
  if (data.state === null) {
    const when = data.ends_on === null ? '' : ` on ${shortDayWords(data.ends_on)}`
    return (
      <h2 className={head.sentence}>
        <bdi>{data.name}</bdi> was decommissioned{when}.
      </h2>
    )
  }
  const tone = toneOfState(data.state)
  return (
    <h2 className={`${tones.tone} ${head.sentence}`} data-tone={tone}>
      <span className={styles.state}>
        <StateShape tone={tone} />
        <bdi>{data.name}</bdi> is {centerStateWord(data.state)}
      </span>
      {data.part}.
    </h2>
  )
}

function Stories({
  stories,
  context,
  label,
}: {
  stories: readonly Story[]
  context: PageContext
  label?: string
}) {
  return (
    <ul className={styles.stories} aria-label={label}>
      {stories.map((story) => {
        const isWork = story.post_type === 'maintenance'
        const tone = isWork ? 'planned' : toneOfState(story.state)
        return (
          <li key={story.id} className={tones.tone} data-tone={tone}>
            <span className={styles.word}>
              <StateShape tone={tone} />{' '}
              {isWork && story.state === 'operational' ? 'no impact' : centerStateWord(story.state)}
            </span>
            <span className={styles.story}>
              <Link to={`/${context.cloud.domain}/posts/${story.id}`} dir="auto">
                {story.title}
              </Link>
              <span className={styles.when}>
                <Moment at={story.from} precision="minute" />
                {story.planned_to !== undefined && (
                  <>
                    , planned until <Moment at={story.planned_to} after={story.from} precision="minute" />
                  </>
                )}
                {story.to !== null && (
                  <>
                    {' – '}
                    <Moment at={story.to} after={story.from} precision="minute" />{' '}
                    <span className={styles.lasted}>
                      ({ageWords(Date.parse(story.from), Date.parse(story.to))})
                    </span>
                  </>
                )}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Files contain whole days only, so the file of this month is empty on its first day. */
function hasWholeDay({ days, months }: Data, month: string): boolean {
  if (month !== months.at(-1)?.month) return true
  return days.slice(0, -1).some(({ day, state }) => state !== null && day.startsWith(month))
}

/** Of months that are over, or in which the goal can't be met anymore. There may be others between them. */
function goalsMet({ months }: Data): string {
  const over = months.flatMap(({ goal }) => (goal === null || goal.result === 'open' ? [] : goal))
  const met = over.filter(({ result }) => result === 'met').length
  return over.length === 0 ? '' : `Met in ${met} of ${counted(over.length, 'month')} with a goal.`
}

function onlyThis({ kind, tid }: Data): ChosenPlaces {
  return flipChosen(NOTHING_CHOSEN, kind, tid)
}

function Programs({ data, context: { cloud } }: { data: Data; context: PageContext }) {
  const query = new URLSearchParams({ cloud: cloud.machine_name, kind: data.kind, name: data.slug })
  const places = onlyThis(data)
  return (
    <ul className={styles.links}>
      {FEED_FORMATS.map(({ name, format }) => (
        <li key={name}>
          <a href={placesFeedPath(cloud.machine_name, places, format)}>{name}</a>
        </li>
      ))}
      <li>
        <a href={maintenanceCalendarPath(cloud.machine_name, places)}>Calendar of maintenance</a>
      </li>
      <li>
        <a href={`/api/place?${query}`}>This page as JSON</a>
      </li>
      <li>
        <a
          href={
            data.is_active ? placeBadgePath(cloud.domain, data.kind, data.tid) : cloudBadgePath(cloud.domain)
          }
        >
          Badge
        </a>
      </li>
    </ul>
  )
}
