/** G-08: pages known by the end of their path carry their own title and description. */

export interface PageMeta {
  title: string
  description: string
}

const KNOWN: Record<string, (cloud: string, provider: string) => PageMeta> = {
  '/cloud-status': (cloud, provider) => ({
    title: 'Cloud Status',
    description: `Current status of every ${provider} service and data center on ${cloud}, and since when.`,
  }),
  '/incidents': (cloud, provider) => ({
    title: 'Incidents',
    description: `What went wrong on ${cloud}, since when, and what ${provider} does about it: open and past incidents.`,
  }),
  '/maintenance': (cloud, provider) => ({
    title: 'Maintenance',
    description: `Planned, running and completed maintenance of ${provider} services and data centers on ${cloud}.`,
  }),
  '/security-advisories': (cloud, provider) => ({
    title: 'Security Advisories',
    description: `Security advisories of ${provider} that concern ${cloud}, with their state and what to do.`,
  }),
  '/data-center-map': (cloud, provider) => ({
    title: 'Data Center Map',
    description: `Where ${provider} runs ${cloud}: every data center by region, city and kind.`,
  }),
  '/url-category-notification': (cloud, provider) => ({
    title: 'URL Category Changes',
    description: `Changes to the URL categories that ${provider} applies on ${cloud}, announced before they take effect.`,
  }),
}

export function pageMeta(
  path: string,
  names: { cloud: string; provider: string },
  otherwise: PageMeta,
): PageMeta {
  const ending = path.slice(path.lastIndexOf('/'))
  return KNOWN[ending]?.(names.cloud, names.provider) ?? otherwise
}
