// The job that makes a recording playable: one ffmpeg run, all qualities growing together, playable from the first segments. Each attempt
// writes to a folder of its own, so that a killed one and its successor never mix.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BlobMissing } from '@lyceum/kit/blobs/blobs'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { enqueue } from '../jobs.ts'
import { hint } from '@lyceum/kit/kv/hints'
import type { Deps } from '../deps.ts'
import { localFile, ownFolders, scratchFolder } from '../processes/scratch.ts'
import type { Reason } from '../rows/shapes.ts'
import { lockRow, type Row, emitUpload, writeRow } from '../rows/rows.ts'
import type { RunResult } from '../processes/bounded.ts'
import { ffmpegPath, runFfmpeg, safeInput } from './ffmpeg.ts'
import { readPlaylist } from './playlist.ts'
import { type Probe, readProbe } from './probe.ts'
import { measureTracks } from './tracks.ts'
import { startSegmentPusher } from './segment-pusher.ts'
import { encodeArguments, type Rendition, renditionsOf } from './renditions.ts'

type Job = JobContext<Deps, { upload: string }>
/** Thrown for a file that is itself at fault: no other attempt would do better. */
class UnfitFile extends Error {
  readonly reason: Reason

  constructor(reason: Reason, words = '') {
    super(`${reason} ${words.slice(-500)}`)
    this.reason = reason
  }
}

const maxSide = 8192
const minute = 60_000

export async function transcode(job: Job): Promise<void> {
  const { deps } = job
  const row = await begin(job)
  if (!row) return
  const scratch = await scratchFolder('transcode', row.id)
  try {
    const input = await localFile(deps.blobs, row, scratch, job.signal).catch((error) => {
      throw error instanceof BlobMissing ? new UnfitFile('upload.broken', 'its bytes are missing') : error
    })
    const probe = await probeFile(job, { input, scratch })
    const renditions = renditionsOf(probe)
    const hls = `hls/${row.id}/${job.attempt}`
    const duration = await encode(job, { row, input, probe, renditions, hls, scratch })
    await succeed(job, row.id, hls, renditions, duration)
  } catch (error) {
    if (job.signal.aborted || !(error instanceof UnfitFile)) throw error
    deps.log.warn({ upload: row.id, reason: error.reason, words: error.message }, 'an upload could not be transcoded')
    await fail(job, row.id, error.reason)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Locks the row and marks it as transcoding; undefined when there is nothing to transcode. */
const begin = ({ deps, job, assertLease, done }: Job): Promise<Row | undefined> =>
  deps.client.$transaction(async (tx) => {
    await assertLease(tx)
    const row = await lockRow(tx, job.payload.upload)
    if (row?.status !== 'processing' || !row.etag) return void (await done(tx))
    if (row.reason === 'upload.transcoding') return row
    const written = await writeRow(tx, row, { reason: 'upload.transcoding', percent: 0 }, deps.now())
    await emitUpload(tx, 'changed', written)
    return written
  })

type Files = { input: string; scratch: string }
const runOptions = ({ deps: { config, blobs }, signal }: Job, { input, scratch }: Files) => ({
  ffmpeg: ffmpegPath(config.ffmpeg),
  memoryMb: config.transcode.memoryMb,
  input,
  scratch,
  hidden: ownFolders(blobs),
  signal,
})

/** Throws UnfitFile for a run that a limit has ended: it would end so again. */
function checkLimits({ over, words }: RunResult) {
  if (over === 'time') throw new UnfitFile('upload.outOfTime', words)
  if (over) throw new UnfitFile('upload.tooDemanding', `${over}: ${words}`)
}

async function probeFile(job: Job, files: Files): Promise<Probe> {
  const result = await runFfmpeg({ ...runOptions(job, files), arguments: safeInput(files.input), limit: minute })
  job.signal.throwIfAborted()
  const probe = readProbe(result.words)
  if (!probe) checkLimits(result)
  if (!probe) throw new UnfitFile('upload.broken', result.words)
  if (probe.picture && Math.max(probe.picture.width, probe.picture.height) > maxSide) throw new UnfitFile('upload.tooLargePicture')
  const tracks = await measureTracks({
    ...runOptions(job, files),
    has: { picture: probe.picture !== undefined, sound: probe.sound },
    limit: 10 * minute,
  })
  job.signal.throwIfAborted()
  checkLimits(tracks.result)
  // ffmpeg stops at the end of a truncated file without an error
  if (isCut(tracks.longest, probe.duration)) throw new UnfitFile('upload.broken', `${tracks.longest} s of ${probe.duration} s`)
  // of what is played, the longest: the last picture stands while its sound goes on. A recording that was never closed declares no length
  const duration = Math.max(tracks.picture, tracks.sound) || probe.duration
  if ((duration ?? 0) > job.deps.config.transcode.maxHours * 3600) throw new UnfitFile('upload.tooLong')
  return { ...probe, duration }
}

/** Whether there is clearly less of a film than it declares. */
const isCut = (seconds: number, declared: number | undefined) => declared !== undefined && seconds < declared * 0.9 - 2

type EncodeOptions = { row: Row; input: string; probe: Probe; renditions: Rendition[]; hls: string; scratch: string }

/** Runs ffmpeg and pushes the segments. Returns the playing time in seconds. */
async function encode(job: Job, { row, input, probe, renditions, hls, scratch }: EncodeOptions): Promise<number> {
  const { deps } = job
  const declaredDuration = probe.duration
  const previousSegments = await segmentsOf(deps, row.hls)
  const from = join(scratch, 'out')
  for (const { folder } of renditions) await mkdir(join(from, folder), { recursive: true })
  // ends the run when the job loses its lease, and when the store refuses a segment
  const stop = new AbortController()
  const signal = AbortSignal.any([job.signal, stop.signal])
  // an attempt after a killed one becomes visible once it has as many segments
  let visible = false
  const makeVisible = async () => {
    if (visible || pusher.pushed() < previousSegments) return
    visible = true
    await markPlayable(job, row.id, hls, renditions, declaredDuration)
  }
  const percent = percentReporter(job, row)
  const pusher = startSegmentPusher({
    blobs: deps.blobs,
    renditions,
    from,
    to: hls,
    onPlayable: async () => {
      await makeVisible()
    },
  })
  pusher.watching.catch((error) => stop.abort(error))
  try {
    const result = await runFfmpeg({
      ...runOptions(job, { input, scratch }),
      signal,
      arguments: encodeArguments(probe, renditions, input, from),
      limit: 10 * minute + (declaredDuration ?? 3600) * 20_000,
      onTime: (seconds) => {
        if (declaredDuration) percent(Math.min(99, Math.floor((100 * seconds) / declaredDuration)))
        if (previousSegments > 0) makeVisible().catch((error) => stop.abort(error))
      },
    })
    signal.throwIfAborted()
    checkLimits(result)
    if (/No space left on device/.test(result.words) || result.code === null) throw new Error(`ffmpeg ended: ${result.words.slice(-500)}`)
    if (result.code !== 0) throw new UnfitFile('upload.broken', result.words)
    const duration = await pusher.finish()
    if (duration === 0 || isCut(duration, declaredDuration))
      throw new UnfitFile('upload.broken', `${duration} s of ${declaredDuration} s\n${result.words}`)
    return duration
  } finally {
    pusher.stop()
    await pusher.watching.catch(() => {})
  }
}

async function segmentsOf({ blobs }: Deps, hls: string | null): Promise<number> {
  if (!hls) return 0
  const lists = await Promise.all(
    ['qvga', 'audio'].map(async (folder) =>
      (await blobs.stat(`${hls}/${folder}/index.m3u8`))
        ? readPlaylist(await text(await blobs.read(`${hls}/${folder}/index.m3u8`))).segments.length
        : 0,
    ),
  )
  return Math.max(...lists)
}

/** Writes the percentage and sends a hint, at most once a second; no fact. */
function percentReporter({ deps, progress }: Job, { id, orgId, ownerId }: Row): (percent: number) => void {
  let reported = 0,
    reportedAt = 0
  return (percent) => {
    if (percent <= reported || Date.now() - reportedAt < 1000) return
    reported = percent
    reportedAt = Date.now()
    const write = async () => {
      await progress(percent / 100)
      await deps.client.upload.updateMany({ where: { id, status: 'processing' }, data: { percent } })
      await hint(deps.kv, { subject: 'renditionsChanged', aggregate: 'upload', id, org: orgId, people: [ownerId] })
    }
    write().catch((error) => deps.log.debug({ err: error }, 'progress was not written'))
  }
}

const rowsOf = (uploadId: string, renditions: Rendition[], duration: number) =>
  renditions.map(({ label, width, height, bitrate }) => ({ uploadId, resolution: label, width, height, bitrate, duration }))

const markPlayable = ({ deps, assertLease }: Job, id: string, hls: string, renditions: Rendition[], declaredDuration: number | undefined) =>
  deps.client
    .$transaction(async (tx) => {
      await assertLease(tx)
      const row = await lockRow(tx, id)
      if (!row) return
      await tx.video.deleteMany({ where: { uploadId: id } })
      await tx.video.createMany({ data: rowsOf(id, renditions, declaredDuration ?? 0) })
      await emitUpload(
        tx,
        'changed',
        await writeRow(tx, row, { hls, playable: true, duration: declaredDuration ?? null, type: typeOf(renditions) }, deps.now()),
      )
    })
    .then(deps.onCommit)

const typeOf = (renditions: Rendition[]) => (renditions[0]?.label === 'audio' ? 'audio' : 'video')

const succeed = ({ deps, done }: Job, id: string, hls: string, renditions: Rendition[], duration: number) =>
  deps.client.$transaction(async (tx) => {
    await done(tx)
    const row = await lockRow(tx, id)
    await enqueue(tx, { kind: 'cleanUpload', key: `clean:${id}`, payload: { upload: id } })
    if (!row) return
    await tx.video.deleteMany({ where: { uploadId: id } })
    await tx.video.createMany({ data: rowsOf(id, renditions, duration) })
    await emitUpload(
      tx,
      'ready',
      await writeRow(
        tx,
        row,
        { status: 'ready', reason: null, percent: 100, playable: true, hls, duration, type: typeOf(renditions) },
        deps.now(),
      ),
    )
  })

/** Marks the upload as failed. The bytes stay for another try, renditions are deleted. */
const fail = ({ deps, done }: Job, id: string, reason: Reason) =>
  deps.client.$transaction(async (tx) => {
    await done(tx)
    await markFailed(deps, tx, id, reason)
  })

async function markFailed(deps: Deps, tx: Deps['db'], id: string, reason: Reason) {
  const row = await lockRow(tx, id)
  await enqueue(tx, { kind: 'cleanUpload', key: `clean:${id}`, payload: { upload: id } })
  if (row?.status !== 'processing') return
  await tx.video.deleteMany({ where: { uploadId: id } })
  await emitUpload(
    tx,
    'failed',
    await writeRow(tx, row, { status: 'failed', reason, playable: false, hls: null, duration: null }, deps.now()),
  )
}

/** Marks the upload as failed after the last attempt: the store or the machine has failed too often. */
export const markTranscodingFailed = ({ deps, job }: { deps: Deps; job: { payload: { upload: string } } }) =>
  deps.client.$transaction((tx) => markFailed(deps, tx, job.payload.upload, 'upload.transcodingFailed'))
