// A pusher of segments: it puts them into the store as ffmpeg finishes them; a playlist names only segments in the store.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Blobs } from '@lyceum/kit/blobs/blobs'
import { playingTime, readPlaylist, type Segment, writePlaylist } from './playlist.ts'
import { masterPlaylist, type Rendition, segmentSeconds } from './renditions.ts'

export type SegmentPusherOptions = {
  blobs: Blobs
  renditions: Rendition[]
  /** The local folder that ffmpeg writes to. */
  from: string
  /** The folder in the store. */
  to: string
  /** Milliseconds between scans. */
  pace?: number
  /** Called once, when every quality has a segment and the master playlist is in the store. */
  onPlayable(): Promise<void>
}
export type SegmentPusher = {
  /** Scans until `finish` is called. Rejects when the store fails. */
  watching: Promise<void>
  /** Pushes the rest after ffmpeg has succeeded. Returns the playing time in seconds. */
  finish(): Promise<number>
  /** The number of segments of the quality with the fewest. */
  pushed(): number
  stop(): void
}

export function startSegmentPusher({ blobs, renditions, from, to, pace = 250, onPlayable }: SegmentPusherOptions): SegmentPusher {
  const pushedByFolder = new Map<string, Segment[]>(renditions.map(({ folder }) => [folder, []]))
  let playable = false,
    stopped = false

  async function put(key: string, bytes: Uint8Array, type: string) {
    await blobs.put(`${to}/${key}`, bytes, { size: bytes.length, type })
  }
  const putList = (folder: string, ended: boolean) =>
    put(
      `${folder}/index.m3u8`,
      Buffer.from(writePlaylist(pushedByFolder.get(folder) ?? [], ended, segmentSeconds)),
      'application/vnd.apple.mpegurl',
    )

  async function pushNew(folder: string, isLast: boolean) {
    const playlist = await readFile(join(from, folder, 'index.m3u8'), 'utf8').catch(() => '')
    const inStore = pushedByFolder.get(folder)!
    const unpushed = readPlaylist(playlist).segments.slice(inStore.length)
    for (const segment of unpushed) {
      const file = join(from, folder, segment.name)
      await put(`${folder}/${segment.name}`, await readFile(file), 'video/mp2t')
      inStore.push(segment)
      await rm(file)
    }
    if (unpushed.length > 0 || isLast) await putList(folder, isLast)
  }

  async function pushAll(isLast = false) {
    await Promise.all(renditions.map(({ folder }) => pushNew(folder, isLast)))
    if (playable || [...pushedByFolder.values()].some((segments) => segments.length === 0)) return
    await put('master.m3u8', Buffer.from(masterPlaylist(renditions)), 'application/vnd.apple.mpegurl')
    playable = true
    await onPlayable()
  }

  const watching = (async () => {
    while (!stopped) {
      await pushAll()
      await sleep(pace)
    }
  })()
  watching.catch(() => {}) // handled by the caller that awaits it
  return {
    watching,
    stop: () => {
      stopped = true
    },
    pushed: () => Math.min(...[...pushedByFolder.values()].map((segments) => segments.length)),
    async finish() {
      stopped = true
      await watching
      await pushAll(true)
      return Math.max(...[...pushedByFolder.values()].map(playingTime))
    },
  }
}
