import type { FastifyRequest } from 'fastify'
import { isAccountCall } from '../../domain/account/account-calls.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import { isOpenDuringMaintenance, retryAfterS, type SiteMaintenance } from '../../domain/site-maintenance.ts'
import { isOfBrand } from '../answers/make-brand-file.ts'
import type { AppContext } from '../context.ts'
import { Fault } from './faults.ts'

/** The length of a disaster is unknown. Programs that retry every few minutes do no harm. */
const RETRY_IN_RECOVERY_S = 300

/** O-02, O-06: before any lookup, and before a body is read. */
export function refuseWhileClosed(context: AppContext) {
  return async (request: FastifyRequest) => {
    const maintenance = maintenanceOf(context)
    if (maintenance === null && !context.config.isTrustDR) return
    const path = pathOf(request)
    if (context.config.isTrustDR && isAccountCall(request.method, path)) {
      throw new Fault('in-recovery', { retryAfterS: RETRY_IN_RECOVERY_S })
    }
    const isOpen =
      isOpenDuringMaintenance(path) ||
      context.assets.files.has(path) ||
      isOfBrand(context.holder.current()?.edition, path)
    if (maintenance !== null && !isOpen) throw inMaintenance(maintenance, context.clock())
  }
}

function inMaintenance({ message, endsAt }: SiteMaintenance, now: Date) {
  return new Fault('in-maintenance', {
    ...(message !== '' && { message }),
    retryAfterS: retryAfterS(endsAt, now),
  })
}

/** Decoded as by the router, so that the spelling of a path doesn't matter. */
function pathOf({ url }: FastifyRequest): string {
  const address = parseUrl(`http://site.invalid${url}`)
  // An unparsable URL counts as closed.
  if (address === undefined) return url
  const { pathname } = address
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** O-02: closed by staff or by configuration. The message from the configuration takes precedence. */
export function maintenanceOf({
  config,
  holder,
}: Pick<AppContext, 'config' | 'holder'>): SiteMaintenance | null {
  const byStaff = holder.current()?.edition.site.maintenance ?? null
  if (!config.isInMaintenance) return byStaff
  return {
    message: config.maintenanceMessage ?? byStaff?.message ?? '',
    endsAt: byStaff?.endsAt ?? null,
  }
}
