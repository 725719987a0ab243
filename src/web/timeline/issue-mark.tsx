import { formatTime } from '../../domain/format-time.ts'
import { severityName } from '../../ui/parts/severity-name.ts'
import { shapeOf } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { type Tone, toneOfSeverity } from '../../ui/parts/tone.ts'
import styles from './issue-mark.module.css'
import type { PlacedIssue } from './place-issues.ts'
import type { TimelineIssue } from './timeline-issue.ts'

/** Height and minimum width, as in the styles. */
export const MARK_PX = 24

/** S-03. The styles keep it at least 24 px wide. */
export function IssueMark({
  mark,
  y,
  reach,
  rowTid,
  words,
  href,
  zone,
}: {
  mark: PlacedIssue<TimelineIssue>
  y: number
  reach: string
  rowTid: number
  words: string
  href: string
  zone: string
}) {
  const { issue, minutes, anchor } = mark
  const tone = toneOfSeverity(issue.severityTid)
  const look = { className: `${tones.tone} ${styles.mark}`, 'data-tone': tone }
  const room = wordsRoom(minutes)
  return (
    <a
      {...look}
      href={href}
      aria-label={labelOf(issue, zone)}
      data-mark={issue.id}
      data-row={rowTid}
      data-anchor={anchor}
    >
      <svg x={`${mark.x}%`} y={y} width={`${mark.width}%`} height={MARK_PX} aria-hidden="true">
        <rect className={styles.reach} data-reach={reach} width="100%" height={MARK_PX} />
        <Box mark={mark} tone={tone} />
        {room !== '' && (
          <foreignObject className={styles.words} data-room={room} width="100%" height={MARK_PX}>
            <div dir="auto">{words}</div>
          </foreignObject>
        )}
      </svg>
    </a>
  )
}

const BORDER_PX = 1.5
const RADIUS_PX = 4
const SHAPE_PX = 11

/** Frame and face are two filled shapes, so that an end without an edge is simply all face. */
function Box({ mark: { beganBefore, goesOn }, tone }: { mark: PlacedIssue; tone: Tone }) {
  const frame = { y: 0, height: MARK_PX }
  const face = { y: BORDER_PX, height: MARK_PX - 2 * BORDER_PX }
  const shapeAt = (MARK_PX - SHAPE_PX) / 2
  return (
    <>
      <rect className={`${styles.frame} ${styles.whole}`} {...frame} width="100%" rx={RADIUS_PX} />
      {beganBefore && <rect className={styles.frame} {...frame} width={RADIUS_PX} />}
      {goesOn && <End className={styles.frame} {...frame} />}
      <rect
        className={`${styles.face} ${styles.inside}`}
        data-began={beganBefore ? 'before' : undefined}
        data-goes={goesOn ? 'on' : undefined}
        {...face}
        width="100%"
        rx={RADIUS_PX - BORDER_PX}
      />
      {beganBefore && <rect className={styles.face} {...face} width={RADIUS_PX} />}
      {goesOn && <End className={styles.face} {...face} />}
      <g className={styles.shape}>
        <svg
          x={shapeAt}
          y={shapeAt}
          width={SHAPE_PX}
          height={SHAPE_PX}
          viewBox="0 0 16 16"
          aria-hidden="true"
        >
          {shapeOf(tone)}
        </svg>
      </g>
    </>
  )
}

function End({ className, y, height }: { className: string | undefined; y: number; height: number }) {
  return (
    <svg x="100%" width={RADIUS_PX} height={MARK_PX} aria-hidden="true">
      <rect className={className} x={-RADIUS_PX} y={y} width={RADIUS_PX} height={height} />
    </svg>
  )
}

function labelOf({ severityTid, title, from, to }: TimelineIssue, zone: string) {
  const severity = severityName(severityTid)
  const what = severity === undefined ? title : `${severity}: ${title}`
  const began = `${what}, from ${formatTime(new Date(from), zone)}`
  return to === null ? `${began}, ongoing` : `${began} to ${formatTime(new Date(to), zone)}`
}

const WEEK_MINUTES = 10_080
const WORDS_PX = 96

/** Minimum width of the week in pixels, by layout. */
const TRACK_PX = { phone: 300, 'wide-phone': 490, tablet: 490, desktop: 740 }

/** Names of the layouts in which an issue of this length has room for its title, for the styles. */
export function wordsRoom(minutes: number): string {
  return Object.entries(TRACK_PX)
    .filter(([, trackPx]) => (minutes / WEEK_MINUTES) * trackPx >= WORDS_PX)
    .map(([layout]) => layout)
    .join(' ')
}
