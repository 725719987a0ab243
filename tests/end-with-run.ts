// A killed test run leaves no worker behind, and thus no browsers or sites that a worker started. Vitest runs this
// before every file, so it is registered once per worker.
const worker = globalThis as { endsWithRun?: boolean }
if (!worker.endsWithRun) process.once('disconnect', () => process.exit())
worker.endsWithRun = true

export {}
