// The players of films elsewhere, in frames: their addresses, what they tell the page and what it may ask of them. Pure.
import type { Answer } from '../../client.ts'

export type VideoLink = Answer<'POST /api/video-links'>
export type Provider = VideoLink['provider']

/** The content of a message; a part of it at a time. */
export type PlayerReport = {
  /** It listens. */
  ready?: true
  position?: number
  duration?: number
  playing?: boolean
  rate?: number
  failed?: true
}

type Player = {
  /** The frame's address: beginning at a second, and telling what happens if the page asks. */
  address(embed: string, options: { from: number; page: string }): string
  /** Sent when the frame is loaded, and again until it answers. */
  hello: readonly object[]
  read(message: Record<string, unknown>): PlayerReport | undefined
  seek(to: number): object
}

const number = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const withQuery = (address: string, values: Record<string, string | number>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, String(value))
  return url.href
}
/** Only what is said. */
const reportOf = (parts: { [K in keyof PlayerReport]: PlayerReport[K] | undefined }): PlayerReport | undefined => {
  const said = Object.entries(parts).filter(([, value]) => value !== undefined)
  return said.length > 0 ? (Object.fromEntries(said) as PlayerReport) : undefined
}

const youtube: Player = {
  address: (embed, { from, page }) => withQuery(embed, { enablejsapi: 1, origin: page, ...(from >= 1 && { start: Math.floor(from) }) }),
  hello: [{ event: 'listening', id: 1, channel: 'widget' }],
  read({ event, info }) {
    if (event === 'onReady' || event === 'initialDelivery') return { ready: true, ...youtubeInfo(info) }
    if (event === 'onError') return { failed: true }
    return event === 'infoDelivery' ? youtubeInfo(info) : undefined
  },
  seek: (to) => ({ event: 'command', func: 'seekTo', args: [to, true] }),
}
function youtubeInfo(info: unknown): PlayerReport | undefined {
  if (typeof info !== 'object' || info === null) return undefined
  const { currentTime, duration, playerState, playbackRate } = info as Record<string, unknown>
  const length = number(duration)
  return reportOf({
    position: number(currentTime),
    // 0 until it is known
    duration: length ? length : undefined,
    playing: typeof playerState === 'number' ? playerState === 1 : undefined,
    rate: number(playbackRate),
  })
}

const vimeoEvents = ['timeupdate', 'play', 'pause', 'ended', 'playbackratechange', 'error']
const vimeo: Player = {
  address: (embed, { from }) => (from >= 1 ? `${embed}#t=${Math.floor(from)}s` : embed),
  hello: [...vimeoEvents.map((value) => ({ method: 'addEventListener', value })), { method: 'getDuration' }],
  read({ event, method, value, data }) {
    if (method === 'getDuration') return reportOf({ ready: true, duration: number(value) || undefined })
    if (event === 'ready') return { ready: true }
    const { seconds, duration, playbackRate } = (data ?? {}) as Record<string, unknown>
    const at = { position: number(seconds), duration: number(duration) || undefined }
    if (event === 'timeupdate' || event === 'play') return reportOf({ ...at, playing: true })
    if (event === 'pause' || event === 'ended') return reportOf({ ...at, playing: false })
    if (event === 'playbackratechange') return reportOf({ rate: number(playbackRate) })
    return event === 'error' ? { failed: true } : undefined
  },
  seek: (to) => ({ method: 'setCurrentTime', value: to }),
}

/** Our own page around a file (services/upload/src/links/file-player.ts). */
const file: Player = {
  address: (embed) => embed,
  hello: [],
  read({ event, time, duration, rate, playing }) {
    if (event === 'ready') return { ready: true }
    if (event === 'error') return { failed: true }
    return reportOf({ position: number(time), duration: number(duration) || undefined, rate: number(rate), playing: playing === true })
  },
  seek: (to) => ({ seek: to }),
}

const players: Partial<Record<Provider, Player>> = { youtube, vimeo, file }

/** The player that tells how far somebody is; undefined: it tells nothing. */
export const reportingPlayer = (provider: Provider): Player | undefined => players[provider]

/** A message of a frame: an object, or the text of one. */
export function messageOf(data: unknown): Record<string, unknown> | undefined {
  let value = data
  if (typeof data === 'string')
    try {
      value = JSON.parse(data)
    } catch {
      return undefined
    }
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

/** YouTube reads text alone. */
export const asSent = (provider: Provider, message: object): object | string => (provider === 'youtube' ? JSON.stringify(message) : message)

/** As it is called where it has a name; else the host. */
export const hostOf = ({ original_url }: Pick<VideoLink, 'original_url'>): string => new URL(original_url).hostname
