// One run of libheif's program over a HEIC picture: bounded like every program over people's files. Its JPEG has the picture's colours and turn,
// and no other property: place, time and camera stay behind.
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runBounded } from '../processes/bounded.ts'
import { strippedJpeg } from '../stripping/pictures.ts'
import { boxedPicture } from '../rows/picture-size.ts'
import type { Conversion, ConversionFailure } from './run-office.ts'

const quality = '90'

/** Converts `file`, a HEIC, to a JPEG. Throws when the machine is at fault, not the file. */
export async function convertToJpeg({
  program,
  file,
  scratch,
  hidden,
  seconds,
  memoryMb,
  maxOutput,
  signal,
}: Conversion): Promise<{ jpeg: Buffer } | ConversionFailure> {
  const out = join(scratch, 'out')
  await mkdir(out)
  const { code, words, over } = await runBounded({
    program,
    arguments: ['-q', quality, file, join(out, 'picture.jpg')],
    scratch,
    input: file,
    hidden,
    env: { HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8' },
    limit: seconds * 1000,
    memoryMb,
    fileMb: Math.ceil(maxOutput / 1024 ** 2),
    signal,
  })
  signal.throwIfAborted()
  if (over) return { failed: over === 'time' ? 'preview.outOfTime' : 'preview.tooLarge', words: `${over}: ${words}` }
  if (code === 126 || code === 127) throw new Error(`the converter cannot be run: ${words.slice(-300)}`)
  if (/No space left on device/.test(words)) throw new Error(words.slice(-300))
  // of a file with several pictures there is one for each: picture-1.jpg, picture-2.jpg …
  const [first] = (await readdir(out)).filter((name) => /^picture(-\d+)?\.jpg$/.test(name)).sort()
  if (!first || (await stat(join(out, first))).size > maxOutput) return { failed: first ? 'preview.tooLarge' : 'preview.broken', words }
  try {
    return { jpeg: strippedJpeg(await readFile(join(out, first)), { keepsTurn: !(await isTurnedByProgram(file)) }) }
  } catch {
    return { failed: 'preview.broken', words: `no JPEG: ${words}` }
  }
}

/** The program follows the turn that the format itself has for a picture; only without one do the camera's properties count. */
async function isTurnedByProgram(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const read = async (start: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
      return buffer.subarray(0, bytesRead)
    }
    return (await boxedPicture(read)).turns
  } finally {
    await handle.close()
  }
}
