import type { DemoCloud } from './clouds.ts'
import type { Random } from './random.ts'

export function cloudPicker(clouds: readonly DemoCloud[]): (random: Random) => DemoCloud {
  const total = clouds.reduce((sum, cloud) => sum + cloud.weight, 0)
  return (random) => {
    let left = random.next() * total
    for (const cloud of clouds) {
      left -= cloud.weight
      if (left < 0) return cloud
    }
    throw new Error('Weights do not add up')
  }
}
