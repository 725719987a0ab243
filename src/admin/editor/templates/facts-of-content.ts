import type { Choices } from '../../../contract/admin/choices.ts'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import type { PlaceholderFacts } from '../../../domain/newsroom/placeholders.ts'

/** Values for template placeholders that the record already contains. */
export function factsOfContent(
  content: Pick<RecordContent, 'clouds' | 'services' | 'data_centers' | 'from_time' | 'to_time'>,
  { choices, provider, now }: { choices: Choices; provider: string; now: Date },
): PlaceholderFacts {
  const services = choices.service_categories.flatMap((category) => category.services)
  const centers = choices.regions.flatMap((region) => region.data_centers)
  const named = (things: readonly { tid: number; name: string }[], tids: readonly number[]) =>
    things.filter(({ tid }) => tids.includes(tid)).map(({ name }) => name)
  return {
    clouds: choices.clouds.filter(({ id }) => content.clouds.includes(id)).map(({ title }) => title),
    services: named(services, content.services),
    dataCenters: named(centers, content.data_centers),
    start: content.from_time === null ? null : new Date(content.from_time),
    end: content.to_time === null ? null : new Date(content.to_time),
    now,
    provider,
  }
}
