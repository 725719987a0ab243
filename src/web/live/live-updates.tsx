import { ConnectionNotice } from './connection-notice.tsx'
import { useLiveUpdates } from './use-live-updates.ts'

export function LiveUpdates() {
  const { news, lostSince, isInMaintenance } = useLiveUpdates()
  return (
    <>
      <p role="status" className="hidden">
        {news}
      </p>
      <ConnectionNotice lostSince={lostSince} isInMaintenance={isInMaintenance} />
    </>
  )
}
