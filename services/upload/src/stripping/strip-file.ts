// Stripping a file in a process of its own, one at a time: a small file may unpack to gigabytes.
import { stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runBounded } from '../processes/bounded.ts'

const sources = fileURLToPath(new URL('..', import.meta.url))
const program = join(sources, 'stripping', 'stripper.ts')
const library = fileURLToPath(import.meta.resolve('@cantoo/pdf-lib'))
const packages = library.slice(0, library.lastIndexOf(`${sep}node_modules${sep}`) + '/node_modules'.length)
/** The permissions of the process: it reads code and the file, writes in its folder alone, loads no native code and starts no process. */
const permissionsFor = (file: string, scratch: string) => [
  '--permission',
  ...[dirname(program), join(sources, 'processes'), join(sources, 'rows'), packages, file].map((path) => `--allow-fs-read=${path}`),
  `--allow-fs-write=${scratch}`,
]
/** Bytes of a file at most: it is read into memory. */
const maxSize = 100 * 1024 ** 2
const memoryMb = 768
const heapMb = 320
const milliseconds = 40_000

export type StripFailure = 'encrypted' | 'tooLarge' | 'broken'
export type Stripped = { copy: string; size: number } | { failed: StripFailure }
export type StripOptions = { file: string; name: string; scratch: string; hidden: string[]; signal: AbortSignal }

/** Throws when the machine is at fault, not the file. */
export async function stripFile({ file, name, scratch, hidden, signal }: StripOptions): Promise<Stripped> {
  if ((await stat(file)).size > maxSize) return { failed: 'tooLarge' }
  const copy = join(scratch, 'copy')
  let result: { size: number } | { failed: StripFailure } | undefined
  const { code, over, words } = await runBounded({
    program: process.execPath,
    arguments: [...permissionsFor(file, scratch), `--max-old-space-size=${heapMb}`, program, file, name, copy],
    scratch,
    input: file,
    hidden,
    memoryMb,
    // V8 reserves half a gigabyte of addresses for compiled code; the system counts them
    reservedMb: 512,
    fileMb: 2 * (maxSize / 1024 ** 2),
    limit: milliseconds,
    signal,
    onLine: (line) => {
      result ??= JSON.parse(line)
    },
  })
  signal.throwIfAborted()
  if (over || (!result && code === null)) return { failed: 'tooLarge' }
  if (!result) throw new Error(`a file could not be stripped: ${words.slice(-500)}`)
  return 'failed' in result ? result : { copy, size: result.size }
}
