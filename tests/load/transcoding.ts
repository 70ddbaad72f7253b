// A film of a minute: transcoding against plain ffmpeg with the very same outputs, and the time from uploaded to the first segment.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ffmpegPath } from '@lyceum/upload/transcoding/ffmpeg'
import { readProbe } from '@lyceum/upload/transcoding/probe'
import { encodeArguments, renditionsOf } from '@lyceum/upload/transcoding/renditions'
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms } from './figures.ts'

const run = promisify(execFile)
const seconds = 60

export async function transcoding(product: Product): Promise<Figure[]> {
  const ffmpeg = ffmpegPath(process.env.FFMPEG_PATH)
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-film-'))
  try {
    const film = join(folder, 'film.mp4')
    await run(
      ffmpeg,
      [
        '-y',
        '-f',
        'lavfi',
        '-i',
        `testsrc2=size=1280x720:rate=25:duration=${seconds}`,
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
        film,
      ],
      { maxBuffer: 2 ** 26 },
    )
    const plain = await plainly(ffmpeg, film, folder)
    const { playable, ready } = await asUsers(product, film)
    return [
      {
        name: `transcoding ${seconds} s of 720p to three qualities`,
        value: ms(ready),
        baseline: `plain ffmpeg, same outputs ${ms(plain)}`,
        ratio: ready / plain,
        aim: '1.1',
        met: ready / plain <= 1.1,
      },
      {
        name: 'from uploaded to the first segments playable',
        value: ms(playable),
        baseline: `the whole by plain ffmpeg ${ms(plain)}`,
        ratio: playable / plain,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function plainly(ffmpeg: string, film: string, folder: string): Promise<number> {
  const { stderr } = await run(ffmpeg, ['-i', film]).catch((error: { stderr: string }) => error)
  const probe = readProbe(stderr)
  if (!probe) throw new Error('the film cannot be read')
  const renditions = renditionsOf(probe)
  for (const { folder: name } of renditions) await mkdir(join(folder, name))
  const began = performance.now()
  await run(ffmpeg, ['-hide_banner', '-y', ...encodeArguments(probe, renditions, film, folder)], { maxBuffer: 2 ** 26 })
  return performance.now() - began
}

async function asUsers(product: Product, film: string) {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const bytes = await readFile(film)
  const ticket = await teacher.call('POST /api/uploads', { body: { name: 'film.mp4', size: bytes.length, storage_type: 'media' } })
  const answer = await fetch(ticket.upload_url ?? '', { method: 'PUT', headers: ticket.headers, body: bytes })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const began = performance.now()
  await teacher.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  let playable = 0
  for (;;) {
    const upload = await teacher.call('GET /api/uploads/:id', { params: { id: ticket.id } })
    if (upload.playable && playable === 0) playable = performance.now() - began
    if (upload.status === 'ready') return { playable, ready: performance.now() - began }
    if (upload.status === 'failed') throw new Error(`transcoding failed: ${upload.reason}`)
    await sleep(100)
  }
}
