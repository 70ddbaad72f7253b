// The transcoding of a film of a minute against plain ffmpeg with the very same outputs, and the time from the upload to the first segment.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ffmpegPath } from '@lyceum/upload/transcoding/ffmpeg'
import { readProbe } from '@lyceum/upload/transcoding/probe'
import { encodeArguments, renditionsOf } from '@lyceum/upload/transcoding/renditions'
import { film } from '../media.ts'
import { makeSchool } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import type { Product } from '../flows/start.ts'
import { type Figure, ms } from './figures.ts'

const run = promisify(execFile)
const seconds = 60

export async function transcoding(product: Product): Promise<Figure[]> {
  const bytes = await film(seconds)
  const plain = await plainly(bytes)
  const { playable, ready } = await asUsers(product, bytes)
  return [
    {
      name: `transcoding ${seconds} s of 720p to three qualities`,
      value: ms(ready),
      baseline: `plain ffmpeg, same outputs ${ms(plain)}`,
      ratio: ready / plain,
      aim: '1.1',
      met: ready / plain <= 1.1,
    },
    { name: 'from uploaded to playable', value: ms(playable), baseline: `the whole by plain ffmpeg ${ms(plain)}`, ratio: playable / plain },
  ]
}

async function plainly(bytes: Buffer): Promise<number> {
  const ffmpeg = ffmpegPath(process.env.LYCEUM_FFMPEG)
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-film-'))
  try {
    const file = join(folder, 'film.mp4')
    await writeFile(file, bytes)
    const { stderr } = await run(ffmpeg, ['-i', file]).catch((error: { stderr: string }) => error)
    const probe = readProbe(stderr)
    if (!probe) throw new Error('the film cannot be read')
    const renditions = renditionsOf(probe)
    for (const { folder: name } of renditions) await mkdir(join(folder, name))
    const began = performance.now()
    await run(ffmpeg, ['-hide_banner', '-y', ...encodeArguments(probe, renditions, file, folder)], { maxBuffer: 2 ** 26 })
    return performance.now() - began
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function asUsers(product: Product, bytes: Buffer<ArrayBuffer>) {
  const school = await makeSchool(product)
  const teacher = await school.signIn('teacher')
  const { id } = await send(teacher, 'film.mp4', bytes)
  const began = performance.now()
  let playable = 0
  for (;;) {
    const upload = await teacher.call('GET /api/uploads/:id', { params: { id }, query: {} })
    if (upload.playable && playable === 0) playable = performance.now() - began
    if (upload.status === 'ready') return { playable, ready: performance.now() - began }
    if (upload.status === 'failed') throw new Error(`transcoding failed: ${upload.reason}`)
    await sleep(100)
  }
}
