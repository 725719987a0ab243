import { formatTime } from '../../domain/format-time.ts'
import type { PlacedIssue } from '../../domain/timeline/place-issues.ts'
import { severityName } from '../parts/severity-name.ts'
import { shapeOf } from '../parts/state-shape.tsx'
import tones from '../parts/tone.module.css'
import { type Tone, toneOfSeverity } from '../parts/tone.ts'
import styles from './issue-mark.module.css'
import type { IssueTold } from './issue-told.ts'
import { wordsRoom } from './words-room.ts'

/** The height of a mark, and its least width; the style knows both. */
export const MARK_PX = 24

/**
 * S-03: an issue on the bar of its service; a link to its post. Its place stands in attributes, in percent of the
 * week: the policy of the site allows no styles in the markup. However short it was, the style keeps it 24 px wide.
 */
export function IssueMark({
  mark,
  y,
  rowTid,
  words,
  href,
  zone,
}: {
  mark: PlacedIssue<IssueTold>
  y: number
  rowTid: number
  /** What is written on the mark where there is room. */
  words: string
  href: string
  zone: string
}) {
  const { issue, minutes, anchor } = mark
  const tone = toneOfSeverity(issue.severityTid)
  const look = { className: `${tones.tone} ${styles.mark}`, 'data-tone': tone }
  const place = { x: `${mark.x}%`, y, width: `${mark.width}%`, height: MARK_PX }
  const room = wordsRoom(minutes)
  return (
    <>
      <a
        {...look}
        href={href}
        aria-label={labelOf(issue, zone)}
        data-issue={issue.id}
        data-row={rowTid}
        data-anchor={anchor}
      >
        <svg {...place} aria-hidden="true">
          <Box mark={mark} tone={tone} />
        </svg>
      </a>
      {room !== '' && (
        // Outside of the link, which would count as being as long as its words.
        <svg {...look} {...place} data-words={room} aria-hidden="true">
          <Words fadeId={`fade-${rowTid}-${issue.id}`}>{words}</Words>
        </svg>
      )}
    </>
  )
}

const BORDER_PX = 1.5
const RADIUS_PX = 4
const SHAPE_PX = 11

/** Frame and face lie on each other as two filled shapes, so that an end without an edge is simply all face. */
function Box({ mark: { beganBefore, goesOn }, tone }: { mark: PlacedIssue; tone: Tone }) {
  const frame = { y: 0, height: MARK_PX }
  const face = { y: BORDER_PX, height: MARK_PX - 2 * BORDER_PX }
  const shapeAt = (MARK_PX - SHAPE_PX) / 2
  return (
    <>
      <rect className={styles.reach} width="100%" height={MARK_PX} />
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

/** Squares the corners of an end that has no edge. */
function End({ className, y, height }: { className: string | undefined; y: number; height: number }) {
  return (
    <svg x="100%" width={RADIUS_PX} height={MARK_PX} aria-hidden="true">
      <rect className={className} x={-RADIUS_PX} y={y} width={RADIUS_PX} height={height} />
    </svg>
  )
}

const WORDS_START_PX = 23
/** How far before the edge they end: all of them is moved to the left by it, since a width is in percent. */
const WORDS_END_PX = 3
const WORDS_BASE_PX = 16.25
const FADE_PX = 20

/** As much of them as there is room for; they fade before the edge instead of breaking off at it. */
function Words({ fadeId, children }: { fadeId: string; children: string }) {
  return (
    <>
      <linearGradient id={fadeId}>
        <stop className={styles.clear} />
        <stop offset="0.8" className={styles.opaque} />
      </linearGradient>
      <svg className={styles.words} x={-WORDS_END_PX} width="100%" height={MARK_PX} aria-hidden="true">
        <text x={WORDS_START_PX + WORDS_END_PX} y={WORDS_BASE_PX}>
          {children}
        </text>
        <svg x="100%" width={FADE_PX} height={MARK_PX} aria-hidden="true">
          <rect
            x={-FADE_PX}
            y={BORDER_PX}
            width={FADE_PX}
            height={MARK_PX - 2 * BORDER_PX}
            fill={`url(#${fadeId})`}
          />
        </svg>
      </svg>
    </>
  )
}

function labelOf({ severityTid, title, from, to }: IssueTold, zone: string) {
  const severity = severityName(severityTid)
  const what = severity === undefined ? title : `${severity}: ${title}`
  const began = `${what}, from ${formatTime(new Date(from), zone)}`
  return to === null ? `${began}, still open` : `${began} to ${formatTime(new Date(to), zone)}`
}
