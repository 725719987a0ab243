import type { EditionState } from '../../contract/edition.ts'
import { lastBannerChange, nextBannerChange } from '../../domain/banners/banners-in-force.ts'
import { type AnswerContext, type Answerer, value } from './answer-outcome.ts'

export const editionAnswer: Answerer<'/api/edition'> = (context) =>
  value(editionState(context), { until: nextTurn(context) })

export function editionState({ edition, deployment, now }: AnswerContext): EditionState {
  const { banners, maintenance } = edition.site
  return {
    number: edition.number,
    published_at: edition.publishedAt.toISOString(),
    stale_since: deployment.staleSince?.toISOString() ?? null,
    turned_at: lastBannerChange(banners, now)?.toISOString() ?? null,
    in_maintenance: deployment.isInMaintenance || maintenance !== null,
  }
}

export function nextTurn({ edition, now }: AnswerContext): Date | undefined {
  return nextBannerChange(edition.site.banners, now)
}
