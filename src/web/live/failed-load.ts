import { makeListeners } from '../../ui/listeners.ts'

interface FailedLoad {
  address: string
  reason: string
}

let failed: FailedLoad | undefined
const listeners = makeListeners()

export const failedLoad = {
  get: () => failed,
  set(next: FailedLoad) {
    failed = next
    listeners.notifyAll()
  },
  clear() {
    if (failed === undefined) return
    failed = undefined
    listeners.notifyAll()
  },
  subscribe: listeners.add,
}
