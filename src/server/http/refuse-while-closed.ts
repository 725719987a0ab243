import type { FastifyRequest } from 'fastify'
import { isAccountCall } from '../../domain/account/account-calls.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import { isOpenDuringMaintenance, retryAfterS, type SiteMaintenance } from '../../domain/site-maintenance.ts'
import type { AppContext } from '../context.ts'
import { Fault } from './faults.ts'
import { maintenanceOf } from './maintenance-of.ts'

/** Nobody knows how long a disaster lasts; programs that ask again every few minutes do no harm. */
const RETRY_IN_RECOVERY_S = 300

/** O-02, O-06: what is closed says so before anything is looked up, and before anybody reads a body. */
export function refuseWhileClosed(context: AppContext) {
  return async (request: FastifyRequest) => {
    const maintenance = maintenanceOf(context)
    if (maintenance === null && !context.config.isTrustDR) return
    const path = pathOf(request)
    if (context.config.isTrustDR && isAccountCall(request.method, path)) {
      throw new Fault('in-recovery', { retryAfterS: RETRY_IN_RECOVERY_S })
    }
    const isOpen = isOpenDuringMaintenance(path) || context.assets.files.has(path)
    if (maintenance !== null && !isOpen) throw inMaintenance(maintenance, context.clock())
  }
}

function inMaintenance({ message, endsAt }: SiteMaintenance, now: Date) {
  return new Fault('in-maintenance', {
    ...(message !== '' && { message }),
    retryAfterS: retryAfterS(endsAt, now),
  })
}

/** As the router reads it: however a path is written, it is open or closed by what it leads to. */
function pathOf({ url }: FastifyRequest): string {
  const address = parseUrl(`http://site.invalid${url}`)
  // An address that is none is no open one either.
  if (address === undefined) return url
  const { pathname } = address
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
