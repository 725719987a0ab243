// A run that is ended by force leaves no worker behind, and so none of the browsers and sites that a worker starts.
// Vitest runs this before every file, so the worker remembers.
const worker = globalThis as { endsWithRun?: boolean }
if (!worker.endsWithRun) process.once('disconnect', () => process.exit())
worker.endsWithRun = true

export {}
