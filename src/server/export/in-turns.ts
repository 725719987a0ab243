/**
 * Does what is in a queue, so many at once, until nothing is left and nobody can add to it any more. After a failure
 * nothing new begins, and what is under way comes to its end first: then nobody works any longer.
 */
export async function inTurns<T>(queue: T[], atOnce: number, act: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  let underWay = 0
  let failure: { error: unknown } | undefined
  await new Promise<void>((resolve, reject) => {
    const goOn = () => {
      while (failure === undefined && underWay < atOnce && next < queue.length) {
        underWay++
        act(queue[next++] as T)
          .catch((error) => {
            failure ??= { error }
          })
          .finally(() => {
            underWay--
            goOn()
          })
      }
      if (underWay > 0) return
      if (failure === undefined) resolve()
      else reject(failure.error)
    }
    goOn()
  })
}
