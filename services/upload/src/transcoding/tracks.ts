// Measures of a film's tracks, over all their packets: a file declares one length, which may be that of neither its picture nor its sound.
import { type Run, runFfmpeg, safeInput } from './ffmpeg.ts'
import type { RunResult } from '../processes/bounded.ts'

/** Seconds from the film's start to a track's end; 0: it has no packets. */
export type Tracks = { picture: number; sound: number; longest: number }

/** The packets of a track, as framecrc lists them: track, dts, pts, duration. */
const packet = /^(\d+), *(-?\d+), *(-?\d+), *(-?\d+),/
const timeBase = /^#tb (\d+): (\d+)\/(\d+)/
/** Timestamps that are not known have the least number of all. */
const known = (ticks: number) => (ticks < -Number.MAX_SAFE_INTEGER ? undefined : ticks)

/** A reader of framecrc's lines. */
export function trackReader() {
  const bases: number[] = []
  const ends: number[] = []
  return {
    ends,
    read(line: string) {
      const [, base, numerator, denominator] = timeBase.exec(line) ?? []
      if (base) bases[Number(base)] = Number(numerator) / Number(denominator)
      const [, track, dts, pts, ticks] = packet.exec(line) ?? []
      if (!track) return
      const start = known(Number(pts)) ?? known(Number(dts)) ?? 0
      const end = (start + Number(ticks)) * (bases[Number(track)] ?? 0)
      ends[Number(track)] = Math.max(ends[Number(track)] ?? 0, end)
    },
  }
}

type Options = Omit<Run, 'arguments' | 'onTime' | 'onLine'> & { input: string; has: { picture: boolean; sound: boolean } }

/** Reads a film to its end without decoding it. The tracks that are played come first; the others count for the longest alone. */
export async function measureTracks({ has, ...run }: Options): Promise<Tracks & { result: RunResult }> {
  const { ends, read } = trackReader()
  const played = [...(has.picture ? ['0:V:0'] : []), ...(has.sound ? ['0:a:0'] : [])]
  const others = ['0:V?', '0:a?', '0:s?', '0:d?']
  const result = await runFfmpeg({
    ...run,
    arguments: [
      ...safeInput(run.input),
      ...[...played, ...others].flatMap((track) => ['-map', track]),
      '-ignore_unknown',
      '-c',
      'copy',
      '-f',
      'framecrc',
      'pipe:1',
    ],
    onLine: read,
  })
  return {
    picture: has.picture ? (ends[0] ?? 0) : 0,
    sound: has.sound ? (ends[has.picture ? 1 : 0] ?? 0) : 0,
    longest: Math.max(0, ...ends.filter(Number.isFinite)),
    result,
  }
}
