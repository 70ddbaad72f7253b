// Real media for tests, made by ffmpeg once per run.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpegPath } from '@lyceum/upload/transcoding/ffmpeg'

const run = promisify(execFile)
const folder = join(tmpdir(), 'lyceum-test-media')

async function made(name: string, args: string[]): Promise<Buffer<ArrayBuffer>> {
  const file = join(folder, name)
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true })
    await run(ffmpegPath(process.env.FFMPEG_PATH), ['-y', '-loglevel', 'error', ...args, file])
  }
  return (await readFile(file)) as Buffer<ArrayBuffer>
}

/** An mp4 with sound; `seconds` long, 1280 × 720 unless said otherwise. */
export const film = (seconds = 6, size = '1280x720') =>
  made(`film-${seconds}-${size}.mp4`, [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=25:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=440:duration=${seconds}`,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-shortest',
  ])
export const song = (seconds = 5) => made(`song-${seconds}.mp3`, ['-f', 'lavfi', '-i', `sine=330:duration=${seconds}`])

/** A small PDF with one page. */
export const pdf = () =>
  Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)
