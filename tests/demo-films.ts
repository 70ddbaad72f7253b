// Films of the demo school of few and small pictures.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { filmFiles } from '../tools/demo/content.ts'
import { filmFile } from './media.ts'

/** Puts a film of few and small pictures in place of each of the demo school's in a LYCEUM_HOME: both cores have enough to do with the tests. */
export function smallFilms(home: string): void {
  const folder = join(home, 'demo')
  mkdirSync(folder, { mode: 0o700 })
  const [first, ...others] = filmFiles
  const made = filmFile(folder, first!, 120, { size: '64x36', rate: 1 })
  for (const file of others) copyFileSync(made, join(folder, file))
}
