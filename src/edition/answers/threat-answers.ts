import type { ThreatFlowRow, ThreatPoint, ThreatsResponse } from '../../contract/threats.ts'
import {
  THREAT_CATEGORIES,
  THREAT_CATEGORY_TITLES,
  type ThreatCategory,
} from '../../domain/threats/threat-category.ts'
import {
  DEFAULT_THREAT_PERIOD,
  THREAT_PERIOD_DAYS,
  type ThreatPeriod,
} from '../../domain/threats/threat-period.ts'
import { dayName } from '../../domain/time.ts'
import { type Edition, isRegion } from '../edition.ts'
import { type ThreatFigures, threatFigures } from '../threats/threat-figures.ts'
import type { ThreatOrigins } from '../threats/threats.ts'
import { type Answerer, unknownRegion, value } from './answer-outcome.ts'
import { countryPlace } from './country-places.ts'

/** O-05 */
export const threatsAnswer: Answerer<'/api/threats'> = ({ edition }, query) => {
  const { category, period = DEFAULT_THREAT_PERIOD, region: regionTid } = query
  if (!isRegion(edition.site, regionTid)) return unknownRegion(regionTid)
  const figures = threatFigures(edition.threats.counts, {
    category,
    regionTid,
    days: THREAT_PERIOD_DAYS[period],
  })
  if (figures === undefined) return value(withoutFigures(period, category))
  const [from, to] = [dayName(figures.firstDay), dayName(figures.lastDay)]
  return value({
    as_of: to,
    period: { name: period, from, to },
    regions: regionsWithFigures(edition),
    total: figures.total,
    total_before: figures.totalBefore ?? null,
    by_category: figures.byCategory.map(({ category, blocked, families }) => ({
      category,
      title: THREAT_CATEGORY_TITLES[category],
      blocked,
      families,
    })),
    step: figures.step,
    series: figures.series.map(({ category, points }) => ({
      category,
      points: points.map(toPoint),
    })),
    family_series: figures.familySeries.map(({ family, points }) => ({
      family: family ?? null,
      points: points.map(toPoint),
    })),
  })
}

function toPoint({
  firstDay,
  days,
  blocked,
}: ThreatFigures['series'][number]['points'][number]): ThreatPoint {
  return { day: dayName(firstDay), days, blocked: blocked ?? null }
}

function withoutFigures(period: ThreatPeriod, only: ThreatCategory | undefined): ThreatsResponse {
  const categories = only === undefined ? THREAT_CATEGORIES : [only]
  return {
    as_of: null,
    period: { name: period, from: null, to: null },
    regions: [],
    total: 0,
    total_before: null,
    by_category: categories.map((category) => ({
      category,
      title: THREAT_CATEGORY_TITLES[category],
      blocked: 0,
      families: [],
    })),
    step: 'day',
    series: categories.map((category) => ({ category, points: [] })),
    family_series: [],
  }
}

function regionsWithFigures({ site, threats }: Edition) {
  const tids = new Set(threats.counts.cells.map(({ regionTid }) => regionTid))
  return site.regions.filter(({ tid }) => tids.has(tid))
}

/** O-04: flows that a map can draw. Those with an unknown origin or destination count only in the total. */
export const threatFlowsAnswer: Answerer<'/api/threat-flows'> = ({ edition }) => {
  const { day, total, totals, flows } = edition.threats.origins
  return value({ day, total, totals, flows: flows.flatMap((flow) => toFlow(edition, flow) ?? []) })
}

function toFlow({ site }: Edition, flow: ThreatOrigins['flows'][number]): ThreatFlowRow | undefined {
  const place = countryPlace(flow.country_code)
  const center = site.dataCenters.get(flow.data_center_tid)
  if (place === undefined || center === undefined) return undefined
  return {
    country: flow.country_code,
    country_name: place.name,
    from: { latitude: place.latitude, longitude: place.longitude },
    data_center: {
      tid: center.tid,
      name: center.name,
      city: center.city,
      latitude: center.latitude,
      longitude: center.longitude,
    },
    category: flow.category,
    family: flow.family,
    blocked: flow.blocked,
  }
}
