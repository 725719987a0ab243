import fc from 'fast-check'
import { SEED } from './size.ts'

// Vitest runs this before every file. A failed property prints the seed.
fc.configureGlobal({ seed: SEED })
