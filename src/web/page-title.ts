import type { Global } from '../contract/global.ts'
import type { Cloud } from '../domain/cloud.ts'

/** The whole title of a document, the same in the server's HTML and after a navigation in the browser. */
export function pageTitle(
  title: string,
  {
    provider,
    cloud,
  }: { provider: Pick<Global['provider'], 'name'>; cloud?: Pick<Cloud, 'title'> | undefined },
): string {
  const site = `${provider.name} Trust`
  const parts = [title, cloud?.title, site].filter((part) => part !== undefined && part !== '')
  return [...new Set(parts)].join(' · ')
}
