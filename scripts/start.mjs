// `npm start`: the same as `candor start`.
process.argv.splice(2, 0, 'start')
await import('./candor.mjs')
