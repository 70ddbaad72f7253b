// Running ffmpeg over what strangers sent: only local files, only known containers.
import { createRequire } from 'node:module'
import { type Ended, runBounded } from '../processes/bounded.ts'

/** FFMPEG_PATH, else the npm package of a laptop, else whatever PATH has. */
export function ffmpegPath(configured: string | undefined): string {
  if (configured) return configured
  try {
    return (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path
  } catch {
    return 'ffmpeg'
  }
}

// no playlists, concat scripts, image sequences or devices: those name other files
const containers =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,live_flv,mpeg,mpegts,ogg,mp3,aac,wav,w64,flac,amr,aiff,rm,mpegvideo,h264'
const safe = [
  '-hide_banner',
  '-y',
  '-protocol_whitelist',
  'file,crypto,data,pipe',
  '-format_whitelist',
  containers,
  '-max_alloc',
  String(1024 ** 3),
]

export type Run = {
  ffmpeg: string
  arguments: string[]
  memoryMb: number
  /** Milliseconds. */
  limit: number
  signal: AbortSignal
  /** Seconds of output so far. */
  onTime?(seconds: number): void
}

export const runFfmpeg = ({ ffmpeg, arguments: rest, onTime, ...bounds }: Run): Promise<Ended> =>
  runBounded({
    ...bounds,
    program: ffmpeg,
    arguments: [...safe, ...(onTime ? ['-progress', 'pipe:1', '-nostats', '-loglevel', 'warning'] : []), ...rest],
    onLine: (line) => {
      const [, microseconds] = /^out_time_(?:us|ms)=(-?\d+)$/.exec(line) ?? []
      if (microseconds) onTime?.(Math.max(0, Number(microseconds) / 1_000_000))
    },
  })
