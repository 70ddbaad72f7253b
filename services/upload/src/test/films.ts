// A fixture: small videos and audio encoded by ffmpeg.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpegPath } from '../transcoding/ffmpeg.ts'

const run = promisify(execFile)
export const ffmpeg = ffmpegPath(process.env.LYCEUM_FFMPEG)

/** Runs ffmpeg with arguments up to the output; returns the written bytes. */
export async function encodeFile(output: string, args: string[], input?: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-film-'))
  try {
    const source = join(folder, 'in')
    if (input) await (await import('node:fs/promises')).writeFile(source, input)
    await run(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', ...(input ? ['-i', source] : []), ...args, join(folder, output)], {
      maxBuffer: 1 << 26,
    })
    return await readFile(join(folder, output))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export type Film = { size?: string; seconds?: number; rate?: number; sound?: boolean; extraArgs?: string[]; output?: string }
export const film = ({
  size = '1280x720',
  seconds = 10,
  rate = 25,
  sound = true,
  extraArgs = [],
  output = 'film.mp4',
}: Film = {}): Promise<Buffer> =>
  encodeFile(output, [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`,
    ...(sound ? ['-f', 'lavfi', '-i', `sine=440:duration=${seconds}`] : []),
    ...(output.endsWith('mp4') || output.endsWith('mkv') ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'] : []),
    ...extraArgs,
  ])
