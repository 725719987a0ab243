import { Type } from 'typebox'
import {
  BADGE_COLORS,
  BADGE_STYLES,
  BADGE_THEMES,
  BADGE_WORDS,
  badgeAddress,
  badgeLook,
  DEFAULT_BADGE_STYLE,
  DEFAULT_BADGE_THEME,
} from '../../../domain/badge/badge-look.ts'
import { cloudBadgeJsonPath, cloudBadgePath, placeBadgePath } from '../../../domain/machine-paths.ts'
import { type CenterState, centerState } from '../../../domain/map/center-state.ts'
import type { PlaceKind } from '../../../domain/place-address.ts'
import { nextOpening, openAtCenters, openAtServices } from '../../answers/open-at-centers.ts'
import { verdictOf } from '../../answers/verdict-answer.ts'
import type { SiteCloud } from '../../edition.ts'
import { centersAffected, dataCentersOf, servicesAffected, servicesOf } from '../../record-reach.ts'
import { cloudOfDomain } from '../cloud-of-domain.ts'
import type { AddressAsked, DocumentFamily, DocumentFound, DocumentRoute, DocumentView } from '../document.ts'
import { drawBadge } from './draw-badge.ts'

export const LONGEST_BADGE_LABEL = 40

/** Bidirectional control characters are removed, since they would affect text beyond the label. */
export function badgeLabel(asked: string | undefined): string | undefined {
  if (asked === undefined) return undefined
  const drawn = asked
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const label = [...drawn].slice(0, LONGEST_BADGE_LABEL).join('').trim()
  return label === '' ? undefined : label
}

interface Subject {
  cloud: string
  name: string
  stateIn(view: DocumentView): { state: CenterState; until?: Date | undefined }
}

interface PlaceWithBadge {
  kind: PlaceKind
  word: string
  of(cloud: SiteCloud): readonly { tid: number; name: string; isActive: boolean }[]
  openAt: typeof openAtCenters
  affected: typeof servicesAffected
}

const PLACES_WITH_BADGES: readonly PlaceWithBadge[] = [
  {
    kind: 'service',
    word: 'service',
    of: servicesOf,
    openAt: openAtServices,
    affected: servicesAffected,
  },
  {
    kind: 'data-center',
    word: 'data center',
    of: dataCentersOf,
    openAt: openAtCenters,
    affected: centersAffected,
  },
]

function placesOf(place: PlaceWithBadge, cloud: SiteCloud) {
  return place.of(cloud).filter(({ isActive }) => isActive)
}

function findPlace(place: PlaceWithBadge, cloud: SiteCloud, asked: string | undefined): Subject | undefined {
  const found = placesOf(place, cloud).find(({ tid }) => String(tid) === asked)
  return (
    found && {
      cloud: cloud.machine_name,
      name: found.name,
      stateIn: ({ edition: { records }, now }) => ({
        state: centerState(place.openAt(records, cloud, now).get(found.tid) ?? []),
        until: nextOpening(records, cloud, now, (work) => place.affected(work, cloud).includes(found.tid)),
      }),
    }
  )
}

const BadgeQuery = Type.Object({
  style: Type.Optional(
    Type.Enum(BADGE_STYLES, { default: DEFAULT_BADGE_STYLE, description: 'Its size and corners.' }),
  ),
  theme: Type.Optional(
    Type.Enum(BADGE_THEMES, {
      default: DEFAULT_BADGE_THEME,
      description: 'For a light or a dark page, or by the reader’s system setting.',
    }),
  ),
  label: Type.Optional(
    Type.String({
      maxLength: LONGEST_BADGE_LABEL,
      description: 'Custom text on the left instead of the name.',
    }),
  ),
})

/** As an image, an SVG runs and loads nothing. The policy says the same for an SVG opened on its own. */
const SVG = {
  type: 'image/svg+xml; charset=utf-8',
  query: BadgeQuery,
  isWholeInExport: true,
  headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
} as const

const cloudBadge: DocumentRoute = {
  ...SVG,
  path: cloudBadgePath(':cloudDomain'),
  summary: 'The status of a cloud as a badge',
  find(edition, asked) {
    const cloud = cloudOfDomain(edition, asked.cloudDomain)
    return cloud && badgeOf(ofCloud(cloud), cloudBadgePath(cloud.domain), asked)
  },
  addresses: ({ site: { clouds } }) =>
    clouds.flatMap(({ domain }) =>
      BADGE_STYLES.flatMap((style) =>
        BADGE_THEMES.map((theme) => badgeAddress(cloudBadgePath(domain), { style, theme })),
      ),
    ),
}

function ofCloud(cloud: NonNullable<ReturnType<typeof cloudOfDomain>>): Subject {
  return {
    cloud: cloud.machine_name,
    name: cloud.domain,
    stateIn: ({ edition, now }) => ({
      state: verdictOf(edition, cloud, now).state,
      until: nextOpening(edition.records, cloud, now),
    }),
  }
}

const placeBadges = PLACES_WITH_BADGES.map(
  (place): DocumentRoute => ({
    ...SVG,
    path: placeBadgePath(':cloudDomain', place.kind, ':tid'),
    summary: `The status of a ${place.word} of a cloud as a badge`,
    find(edition, asked) {
      const cloud = cloudOfDomain(edition, asked.cloudDomain)
      const subject = cloud && findPlace(place, cloud, asked.tid)
      return subject && badgeOf(subject, placeBadgePath(cloud.domain, place.kind, asked.tid ?? ''), asked)
    },
    // Only the default look: the web server serves it for all others.
    addresses: ({ site: { clouds } }) =>
      clouds.flatMap((cloud) =>
        placesOf(place, cloud).map(({ tid }) => placeBadgePath(cloud.domain, place.kind, tid)),
      ),
  }),
)

function badgeOf({ cloud, name, stateIn }: Subject, path: string, asked: AddressAsked): DocumentFound {
  const look = badgeLook(asked)
  const label = badgeLabel(asked.label)
  return {
    address: badgeAddress(path, look, label),
    isKept: label === undefined,
    cloud,
    write(view) {
      const { state, until } = stateIn(view)
      return { body: drawBadge({ ...look, label: label ?? name, state }), until }
    },
  }
}

const ShieldsBadge = Type.Object(
  {
    schemaVersion: Type.Literal(1),
    label: Type.String(),
    message: Type.String(),
    color: Type.String({ description: 'A color as #rrggbb.' }),
    isError: Type.Boolean({ description: 'Whether something is broken.' }),
  },
  { additionalProperties: false },
)

const shieldsBadge: DocumentRoute = {
  path: cloudBadgeJsonPath(':cloudDomain'),
  summary: 'The status of a cloud for the endpoint badge of shields.io',
  type: 'application/json; charset=utf-8',
  answer: ShieldsBadge,
  find(edition, { cloudDomain }) {
    const cloud = cloudOfDomain(edition, cloudDomain)
    return (
      cloud && {
        address: cloudBadgeJsonPath(cloud.domain),
        cloud: cloud.machine_name,
        write({ edition: shown, now }) {
          const { state } = verdictOf(shown, cloud, now)
          const badge = {
            schemaVersion: 1,
            label: cloud.domain,
            message: BADGE_WORDS[state],
            color: BADGE_COLORS.light[state],
            isError: state !== 'operational' && state !== 'under_maintenance',
          }
          return { body: JSON.stringify(badge), until: nextOpening(shown.records, cloud, now) }
        },
      }
    )
  },
  addresses: ({ site: { clouds } }) => clouds.map(({ domain }) => cloudBadgeJsonPath(domain)),
}

export const badgesFamily: DocumentFamily = {
  tag: 'Badges',
  routes: [cloudBadge, ...placeBadges, shieldsBadge],
}
