// Draws the world map from the geometry of world-atlas, in two levels of detail, and writes where names go.
// Run it after changing the projection: `node scripts/run.mjs scripts/draw-world.ts`. A test compares the
// files.
import { writeFile } from 'node:fs/promises'
import { countryNames, NAMES_FILE } from './country-names.ts'
import { drawWorld, WORLD_FILES } from './world-drawing.ts'

for (const { file, atlas, step } of WORLD_FILES) {
  const svg = await drawWorld({ atlas, step })
  await writeFile(file, svg)
  console.log(`Wrote ${file}, ${Math.round(svg.length / 1000)} kB.`)
}

await writeFile(NAMES_FILE, await countryNames())
console.log(`Wrote ${NAMES_FILE}.`)
