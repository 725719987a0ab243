import type { Cloud } from './cloud.ts'
import { CLOUD_QUERY_PREFIX } from './constants.ts'
import { availabilityPath, placeOfPath } from './place-address.ts'

type Domained = Pick<Cloud, 'domain' | 'machine_name'>

/** G-14: the cloud in the path, otherwise the saved cloud, otherwise the first. */
export function selectCloud<C extends Domained>(
  clouds: readonly C[],
  from: { path: string; savedMachineName?: string | undefined },
): C | undefined {
  return (
    cloudOfPath(clouds, from.path) ??
    clouds.find((cloud) => cloud.machine_name === from.savedMachineName) ??
    clouds[0]
  )
}

export function cloudOfPath<C extends Domained>(clouds: readonly C[], path: string): C | undefined {
  const [, segment] = path.split('/')
  return clouds.find((cloud) => cloud.domain === segment)
}

/** G-15: `trust.{domain}` or a machine name, in any case. Undefined for other values. */
export function cloudOfQuery<C extends Domained>(clouds: readonly C[], value: string): C | undefined {
  const asked = value.toLowerCase()
  return clouds.find(({ domain, machine_name }) =>
    [CLOUD_QUERY_PREFIX + domain, machine_name, CLOUD_QUERY_PREFIX + machine_name].some(
      (name) => name.toLowerCase() === asked,
    ),
  )
}

/** G-16: the same page on another cloud. Pages that belong to no cloud stay. */
export function pathOnCloud(clouds: readonly Domained[], path: string, target: Domained): string {
  if (staysWhenCloudChanges(clouds, path)) return path
  const current = cloudOfPath(clouds, path)
  if (current === undefined) return `/${target.domain}`
  const route = path.slice(current.domain.length + 1)
  // The other cloud may not have this service or data center.
  if (placeOfPath(route) !== undefined) return availabilityPath(target.domain)
  return `/${target.domain}${route}`
}

const PATHS_OF_NO_CLOUD = ['/sign-in', '/subscribe']

function staysWhenCloudChanges(clouds: readonly Domained[], path: string) {
  const current = cloudOfPath(clouds, path)
  const route = current === undefined ? path : path.slice(current.domain.length + 1)
  return PATHS_OF_NO_CLOUD.includes(path) || route.startsWith('/notification/')
}
