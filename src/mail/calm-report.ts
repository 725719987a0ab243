const LINES_PER_SECOND = 20
const SECOND_MS = 1_000

export function calmReport(report: (line: string) => void, sumUp: (count: number) => string) {
  let reported = 0
  let held = 0
  let timer: NodeJS.Timeout | undefined

  function endSecond() {
    clearTimeout(timer)
    timer = undefined
    const count = held
    reported = 0
    held = 0
    if (count > 0) report(sumUp(count))
  }

  function reportCalmly(line: string) {
    if (timer === undefined) {
      timer = setTimeout(endSecond, SECOND_MS)
      timer.unref()
    }
    reported += 1
    if (reported <= LINES_PER_SECOND) report(line)
    else held += 1
  }

  return { reportCalmly, close: endSecond }
}
