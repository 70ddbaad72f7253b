// Files that are complete or absent, of the demo school's films and documents. Finished ones are kept, so that a start after a kill does not make
// them again.
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The file's path. Until it is complete it has another name, unique to this start: after a kill the ffmpeg of the last start may still be writing. */
export async function kept(folder: string, file: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(folder, file)
  if (existsSync(path)) return path
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${process.pid}.part`
  await make(part)
  await rename(part, path)
  return path
}
