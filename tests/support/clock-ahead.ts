import { onTestFinished, vi } from 'vitest'

/** From now until the test ends, this process's clock is ahead of the database's. */
export function runAheadBy(ms: number): void {
  const RealDate = Date
  class AheadDate extends RealDate {
    constructor(...of: unknown[]) {
      if (of.length === 0) super(RealDate.now() + ms)
      else super(...(of as [number]))
    }
    static override now() {
      return RealDate.now() + ms
    }
  }
  vi.stubGlobal('Date', AheadDate)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}
