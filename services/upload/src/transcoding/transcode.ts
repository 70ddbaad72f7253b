// The job that makes a film or a sound playable: one ffmpeg run, all qualities growing together, playable from the first segments. Each
// attempt writes to a folder of its own, so one that was killed and its successor never mix.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BlobMissing } from '@lyceum/kit/blobs'
import { enqueue, type JobContext } from '@lyceum/kit/jobs'
import { hint } from '@lyceum/kit/live'
import type { Deps } from '../deps.ts'
import { localFile, ownFolders, scratchFolder } from '../processes/scratch.ts'
import type { Reason } from '../uploads/api.ts'
import { lockRow, type Row, tell, writeRow } from '../uploads/rows.ts'
import type { Ended } from '../processes/bounded.ts'
import { ffmpegPath, runFfmpeg, safeInput } from './ffmpeg.ts'
import { readPlaylist } from './playlist.ts'
import { type Probe, readProbe } from './probe.ts'
import { startPushing } from './pushing.ts'
import { encodeArguments, type Rendition, renditionsOf } from './renditions.ts'

type Job = JobContext<Deps, { upload: string }>
/** The file itself is at fault: no other attempt would do better. */
class Unfit extends Error {
  readonly reason: Reason

  constructor(reason: Reason, words = '') {
    super(`${reason} ${words.slice(-500)}`)
    this.reason = reason
  }
}

const largestSide = 8192
const minute = 60_000

export async function transcode(job: Job): Promise<void> {
  const { deps } = job
  const row = await begin(job)
  if (!row) return
  const scratch = await scratchFolder('transcode', row.id)
  try {
    const input = await localFile(deps.blobs, row, scratch, job.signal).catch((error) => {
      throw error instanceof BlobMissing ? new Unfit('upload.broken', 'its bytes are gone') : error
    })
    const probe = await probed(job, { input, scratch })
    const renditions = renditionsOf(probe)
    const hls = `hls/${row.id}/${job.attempt}`
    const duration = await encode(job, { row, input, probe, renditions, hls, scratch })
    await succeed(job, row.id, hls, renditions, duration)
  } catch (error) {
    if (job.signal.aborted || !(error instanceof Unfit)) throw error
    deps.log.warn({ upload: row.id, reason: error.reason, words: error.message }, 'an upload could not be transcoded')
    await fail(job, row.id, error.reason)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The row under work; undefined when there is nothing to do. */
const begin = ({ deps, job, hold, done }: Job): Promise<Row | undefined> =>
  deps.client.$transaction(async (tx) => {
    await hold(tx)
    const row = await lockRow(tx, job.payload.upload)
    if (row?.status !== 'processing' || !row.etag) return void (await done(tx))
    if (row.reason === 'upload.transcoding') return row
    const written = await writeRow(tx, row, { reason: 'upload.transcoding', percent: 0 }, deps.now())
    await tell(tx, 'changed', written)
    return written
  })

type Files = { input: string; scratch: string }
const running = ({ deps: { config, blobs }, signal }: Job, { input, scratch }: Files) => ({
  ffmpeg: ffmpegPath(config.ffmpeg),
  memoryMb: config.transcode.memoryMb,
  input,
  scratch,
  hidden: ownFolders(blobs),
  signal,
})

/** What ran into a limit would run into it again. */
function checkLimits({ over, words }: Ended) {
  if (over === 'time') throw new Unfit('upload.outOfTime', words)
  if (over) throw new Unfit('upload.tooDemanding', `${over}: ${words}`)
}

async function probed(job: Job, files: Files): Promise<Probe> {
  const ended = await runFfmpeg({ ...running(job, files), arguments: safeInput(files.input), limit: minute })
  job.signal.throwIfAborted()
  const probe = readProbe(ended.words)
  if (!probe) checkLimits(ended)
  if (!probe) throw new Unfit('upload.broken', ended.words)
  if (probe.picture && Math.max(probe.picture.width, probe.picture.height) > largestSide) throw new Unfit('upload.tooLargePicture')
  // a recording that was never closed does not say how long it is: counted
  probe.duration ??= await counted(job, files)
  if ((probe.duration ?? 0) > job.deps.config.transcode.maxHours * 3600) throw new Unfit('upload.tooLong')
  return probe
}

async function counted(job: Job, files: Files): Promise<number | undefined> {
  let last: number | undefined
  await runFfmpeg({
    ...running(job, files),
    arguments: [...safeInput(files.input), '-map', '0', '-c', 'copy', '-f', 'null', '-'],
    limit: 10 * minute,
    onTime: (seconds) => {
      last = seconds
    },
  })
  return last || undefined
}

type Work = { row: Row; input: string; probe: Probe; renditions: Rendition[]; hls: string; scratch: string }

/** Answers the playing time in seconds. */
async function encode(job: Job, { row, input, probe, renditions, hls, scratch }: Work): Promise<number> {
  const { deps } = job
  const said = probe.duration
  const before = await segmentsOf(deps, row.hls)
  const from = join(scratch, 'out')
  for (const { folder } of renditions) await mkdir(join(from, folder), { recursive: true })
  // ends the run when the job is taken away, and when the store refuses a segment
  const stop = new AbortController()
  const signal = AbortSignal.any([job.signal, stop.signal])
  // an attempt that goes on where one was killed is shown when it has as much to play
  let shown = false
  const show = async () => {
    if (shown || pusher.pushed() < before) return
    shown = true
    await becomePlayable(job, row.id, hls, renditions, said)
  }
  const percent = percentTeller(job, row)
  const pusher = startPushing({
    blobs: deps.blobs,
    renditions,
    from,
    to: hls,
    onPlayable: async () => {
      await show()
    },
  })
  pusher.watching.catch((error) => stop.abort(error))
  try {
    const ended = await runFfmpeg({
      ...running(job, { input, scratch }),
      signal,
      arguments: encodeArguments(probe, renditions, input, from),
      limit: 10 * minute + (said ?? 3600) * 20_000,
      onTime: (seconds) => {
        if (said) percent(Math.min(99, Math.floor((100 * seconds) / said)))
        if (before > 0) show().catch((error) => stop.abort(error))
      },
    })
    signal.throwIfAborted()
    checkLimits(ended)
    if (/No space left on device/.test(ended.words) || ended.code === null) throw new Error(`ffmpeg ended: ${ended.words.slice(-500)}`)
    if (ended.code !== 0) throw new Unfit('upload.broken', ended.words)
    const duration = await pusher.finish()
    // it stops where the file was cut off, and does not call that an error
    if (duration === 0 || (said && duration < said * 0.9 - 2))
      throw new Unfit('upload.broken', `${duration} s of ${said} s\n${ended.words}`)
    return duration
  } finally {
    pusher.stop()
    await pusher.watching.catch(() => {})
  }
}

async function segmentsOf({ blobs }: Deps, hls: string | null): Promise<number> {
  if (!hls) return 0
  const lists = await Promise.all(
    ['qvga', 'audio'].map(async (one) =>
      (await blobs.stat(`${hls}/${one}/index.m3u8`))
        ? readPlaylist(await text(await blobs.read(`${hls}/${one}/index.m3u8`))).segments.length
        : 0,
    ),
  )
  return Math.max(...lists)
}

/** Live, but at most once a second: a number beside the row, not a fact. */
function percentTeller({ deps, progress }: Job, { id, orgId, ownerId }: Row): (percent: number) => void {
  let told = 0,
    at = 0
  return (percent) => {
    if (percent <= told || Date.now() - at < 1000) return
    told = percent
    at = Date.now()
    const write = async () => {
      await progress(percent / 100)
      await deps.client.upload.updateMany({ where: { id, status: 'processing' }, data: { percent } })
      await hint(deps.kv, { subject: 'upload', id, org: orgId, people: [ownerId] })
    }
    write().catch((error) => deps.log.debug({ err: error }, 'progress not told'))
  }
}

const rowsOf = (uploadId: string, renditions: Rendition[], duration: number) =>
  renditions.map(({ label, width, height, bitrate }) => ({ uploadId, resolution: label, width, height, bitrate, duration }))

const becomePlayable = ({ deps, hold }: Job, id: string, hls: string, renditions: Rendition[], said: number | undefined) =>
  deps.client
    .$transaction(async (tx) => {
      await hold(tx)
      const row = await lockRow(tx, id)
      if (!row) return
      await tx.video.deleteMany({ where: { uploadId: id } })
      await tx.video.createMany({ data: rowsOf(id, renditions, said ?? 0) })
      await tell(
        tx,
        'changed',
        await writeRow(tx, row, { hls, playable: true, duration: said ?? null, type: typeBy(renditions) }, deps.now()),
      )
    })
    .then(deps.committed)

const typeBy = (renditions: Rendition[]) => (renditions[0]?.label === 'audio' ? 'audio' : 'video')

const succeed = ({ deps, done }: Job, id: string, hls: string, renditions: Rendition[], duration: number) =>
  deps.client.$transaction(async (tx) => {
    await done(tx)
    const row = await lockRow(tx, id)
    await enqueue(tx, { kind: 'clean', key: `clean:${id}`, payload: { upload: id } })
    if (!row) return
    await tx.video.deleteMany({ where: { uploadId: id } })
    await tx.video.createMany({ data: rowsOf(id, renditions, duration) })
    await tell(
      tx,
      'ready',
      await writeRow(
        tx,
        row,
        { status: 'ready', reason: null, percent: 100, playable: true, hls, duration, type: typeBy(renditions) },
        deps.now(),
      ),
    )
  })

/** The bytes stay, for another try; what was made of them goes. */
const fail = ({ deps, done }: Job, id: string, reason: Reason) =>
  deps.client.$transaction(async (tx) => {
    await done(tx)
    await failed(deps, tx, id, reason)
  })

async function failed(deps: Deps, tx: Deps['db'], id: string, reason: Reason) {
  const row = await lockRow(tx, id)
  await enqueue(tx, { kind: 'clean', key: `clean:${id}`, payload: { upload: id } })
  if (row?.status !== 'processing') return
  await tx.video.deleteMany({ where: { uploadId: id } })
  await tell(tx, 'failed', await writeRow(tx, row, { status: 'failed', reason, playable: false, hls: null, duration: null }, deps.now()))
}

/** The job was given up: the store or the machine failed it too often. */
export const givenUp = ({ deps, job }: { deps: Deps; job: { payload: { upload: string } } }) =>
  deps.client.$transaction((tx) => failed(deps, tx, job.payload.upload, 'upload.transcodingFailed'))
