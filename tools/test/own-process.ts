// Test files that run in a process of their own: those that put something else in the place of a global or of the texts, and one about what a process counts.
import { globSync, readFileSync } from 'node:fs'

/** The page's tests stand for a browser: some replace its globals, and the files after them in the same process would see the replacement. */
const replacesGlobals =
  /\bstubGlobal\b|\bvi\.mock\b|\bglobalThis\.|defineProperty\((globalThis|window)|assign\(globalThis|\bi18next\.init\b/

/** Paths below `root`. The others share a process, which takes a third of the processor time: a module is loaded once, not once a file. */
export const ownProcess = (root: string): string[] => [
  'kit/src/database/connections.test.ts',
  ...globSync('web/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter((file) =>
    replacesGlobals.test(readFileSync(`${root}/${file}`, 'utf8')),
  ),
]
