// Films and sounds made by ffmpeg for tests: small, quick to make, each once per run of a file.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpegPath } from '../transcoding/ffmpeg.ts'

const run = promisify(execFile)
export const ffmpeg = ffmpegPath(process.env.LYCEUM_FFMPEG)

/** ffmpeg's own arguments up to the output; answers the bytes it wrote. */
export async function made(output: string, given: string[], input?: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-film-'))
  try {
    const source = join(folder, 'in')
    if (input) await (await import('node:fs/promises')).writeFile(source, input)
    await run(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', ...(input ? ['-i', source] : []), ...given, join(folder, output)], {
      maxBuffer: 1 << 26,
    })
    return await readFile(join(folder, output))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export type Film = { size?: string; seconds?: number; rate?: number; sound?: boolean; more?: string[]; output?: string }
export const film = ({
  size = '1280x720',
  seconds = 10,
  rate = 25,
  sound = true,
  more = [],
  output = 'film.mp4',
}: Film = {}): Promise<Buffer> =>
  made(output, [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`,
    ...(sound ? ['-f', 'lavfi', '-i', `sine=440:duration=${seconds}`] : []),
    ...(output.endsWith('mp4') || output.endsWith('mkv') ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'] : []),
    ...more,
  ])
