const DEADLOCK = '40P01'
const ATTEMPTS = 3

/**
 * For what takes rows in an order that is not its own to choose, such as a channel with all its deliveries, while a worker
 * records what it sent. PostgreSQL ends one of the two, and that one only has to begin again.
 */
export async function againOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isDeadlock = (error as { code?: unknown }).code === DEADLOCK
      if (!isDeadlock || attempt === ATTEMPTS) throw error
    }
  }
}
