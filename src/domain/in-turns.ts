/** After a failure nothing new starts, and running work ends before this rejects. */
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
