import type { CDPSession, Page } from 'playwright-core'

interface Finger {
  x: number
  y: number
}

const STEPS = 10

export async function moveFingers(page: Page, fingers: readonly { from: Finger; to: Finger }[]) {
  const session = await page.context().newCDPSession(page)
  // Fingers touch down one after the other, like real hands.
  for (let count = 1; count <= fingers.length; count++) {
    await touch(
      session,
      'touchStart',
      fingers.slice(0, count).map(({ from }) => from),
    )
  }
  for (let step = 1; step <= STEPS; step++) {
    const part = step / STEPS
    await touch(
      session,
      'touchMove',
      fingers.map(({ from, to }) => ({
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      })),
    )
  }
  await touch(session, 'touchEnd', [])
  await session.detach()
}

function touch(
  session: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  fingers: readonly Finger[],
) {
  return session.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: fingers.map(({ x, y }, id) => ({ x, y, id })),
  })
}
