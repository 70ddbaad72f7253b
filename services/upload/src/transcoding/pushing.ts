// Segments go into the store as ffmpeg finishes them; a playlist names only what is already there.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Blobs } from '@lyceum/kit/blobs'
import { playingTime, readPlaylist, type Segment, writePlaylist } from './playlist.ts'
import { masterPlaylist, type Rendition, segmentSeconds } from './renditions.ts'

export type Pushing = {
  blobs: Blobs
  renditions: Rendition[]
  /** Where ffmpeg writes. */
  from: string
  /** Folder of the store. */
  to: string
  /** Milliseconds between looks. */
  pace?: number
  /** Once, when every quality has a segment and the master playlist is there. */
  onPlayable(): Promise<void>
}
export type Pusher = {
  /** Looks until `finish` is called. Rejects when the store does. */
  watching: Promise<void>
  /** After ffmpeg has ended well: the rest. Answers the playing time in seconds. */
  finish(): Promise<number>
  /** Segments of the quality that has fewest. */
  pushed(): number
  stop(): void
}

export function startPushing({ blobs, renditions, from, to, pace = 250, onPlayable }: Pushing): Pusher {
  const there = new Map<string, Segment[]>(renditions.map(({ folder }) => [folder, []]))
  let playable = false,
    stopped = false

  async function put(key: string, bytes: Uint8Array, type: string) {
    await blobs.put(`${to}/${key}`, bytes, { size: bytes.length, type })
  }
  const putList = (folder: string, ended: boolean) =>
    put(`${folder}/index.m3u8`, Buffer.from(writePlaylist(there.get(folder) ?? [], ended, segmentSeconds)), 'application/vnd.apple.mpegurl')

  async function look(folder: string, last: boolean) {
    const list = await readFile(join(from, folder, 'index.m3u8'), 'utf8').catch(() => '')
    const done = there.get(folder)!
    const fresh = readPlaylist(list).segments.slice(done.length)
    for (const segment of fresh) {
      const file = join(from, folder, segment.name)
      await put(`${folder}/${segment.name}`, await readFile(file), 'video/mp2t')
      done.push(segment)
      await rm(file)
    }
    if (fresh.length > 0 || last) await putList(folder, last)
  }

  async function lookAtAll(last = false) {
    await Promise.all(renditions.map(({ folder }) => look(folder, last)))
    if (playable || [...there.values()].some((segments) => segments.length === 0)) return
    await put('master.m3u8', Buffer.from(masterPlaylist(renditions)), 'application/vnd.apple.mpegurl')
    playable = true
    await onPlayable()
  }

  const watching = (async () => {
    while (!stopped) {
      await lookAtAll()
      await sleep(pace)
    }
  })()
  watching.catch(() => {}) // whoever waits for it hears of it
  return {
    watching,
    stop: () => {
      stopped = true
    },
    pushed: () => Math.min(...[...there.values()].map((segments) => segments.length)),
    async finish() {
      stopped = true
      await watching
      await lookAtAll(true)
      return Math.max(...[...there.values()].map(playingTime))
    },
  }
}
