export interface NamedPlaces {
  services: readonly string[]
  dataCenters: readonly string[]
  clouds: readonly string[]
}

/** The title of an incident whose alerts have none for readers. It contains nothing internal. */
export function usualTitle({ services, dataCenters, clouds }: NamedPlaces): string {
  const onClouds = clouds.length === 0 ? '' : ` on ${listed(clouds)}`
  if (services.length > 0) return `Problem with ${listed(services)}${onClouds}`
  if (dataCenters.length > 0) return `Problem in ${listed(dataCenters)}${onClouds}`
  return clouds.length > 0 ? `Problem${onClouds}` : 'Problem detected by our monitoring'
}

const NAMED_AT_MOST = 3

/** The same service exists on every cloud; name it once. */
function listed(names: readonly string[]): string {
  const each = [...new Set(names)]
  return each.length <= NAMED_AT_MOST
    ? each.join(', ')
    : `${each.slice(0, NAMED_AT_MOST).join(', ')} and more`
}
