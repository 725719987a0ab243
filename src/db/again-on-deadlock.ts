const DEADLOCK = '40P01'
const ATTEMPTS = 3

/**
 * For work that can't choose its lock order, such as deleting a channel with its deliveries while a worker records
 * them. PostgreSQL aborts one of the two, which only has to retry.
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
