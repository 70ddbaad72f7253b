// The renditions of a recording, and the one ffmpeg run that encodes them all, growing together.
import { join } from 'node:path'
import { safeInput } from './ffmpeg.ts'
import type { Picture, Probe } from './probe.ts'

export type Rendition = {
  label: 'QVGA' | 'VGA' | 'HD' | 'audio'
  /** The folder, and the first part of its addresses. */
  folder: 'qvga' | 'vga' | 'hd' | 'audio'
  width: number
  height: number
  /** Bits per second, at most. */
  bitrate: number
  codecs: string
}

/** Seconds of a segment; key frames have the same times in all qualities. */
export const segmentSeconds = 4
const maxFrameRate = 30 // frames a second
/** A slower picture is repeated: a film ends with a whole frame, so that slower ones would be too long or short. */
const minFrameRate = 10
const maxLongSide = 4096 // pixels of the long side

const ladder = [
  { label: 'QVGA', folder: 'qvga', lines: 240, video: 400_000, audio: 64_000 },
  { label: 'VGA', folder: 'vga', lines: 480, video: 1_200_000, audio: 96_000 },
  { label: 'HD', folder: 'hd', lines: 720, video: 2_800_000, audio: 128_000 },
] as const
const audioOnly = { bitrate: 128_000 }

const even = (n: number) => Math.max(2, 2 * Math.round(n / 2))
/** H.264 level by size of the picture at 30 frames a second, and its name in CODECS. */
const levelOf = (width: number, height: number) =>
  Math.ceil(width / 16) * Math.ceil(height / 16) <= 3600 ? { level: '3.1', hex: '1f' } : { level: '4.2', hex: '2a' }

/** The renditions of a source. Lines are those of the short side, so that an upright film is not tiny. Never larger than the source, except the lowest. */
export function renditionsOf({ picture, sound }: Probe): Rendition[] {
  if (!picture)
    return [{ label: 'audio', folder: 'audio', width: 0, height: 0, bitrate: Math.round(audioOnly.bitrate * 1.1), codecs: 'mp4a.40.2' }]
  const short = Math.min(picture.width, picture.height),
    long = Math.max(picture.width, picture.height)
  return ladder
    .filter((_, index) => index === 0 || short > ladder[index - 1]!.lines)
    .map(({ label, folder, lines, video, audio }, index) => {
      const scale = Math.min((index === 0 ? lines : Math.min(lines, short)) / short, maxLongSide / long)
      const width = even(picture.width * scale),
        height = even(picture.height * scale)
      return {
        label,
        folder,
        width,
        height,
        bitrate: Math.round((video + (sound ? audio : 0)) * 1.1),
        codecs: [`avc1.4d40${levelOf(width, height).hex}`, ...(sound ? ['mp4a.40.2'] : [])].join(','),
      }
    })
}

/** The frame rate of the output: at most 30, at least 10, with the fractional rates of television as they are. A variable rate becomes constant. */
export function rateOf({ fps = 25 }: Picture): string {
  const rates: [number, string][] = [
    [23.98, '24000/1001'],
    [29.97, '30000/1001'],
    [59.94, '30000/1001'],
    [119.88, '30000/1001'],
    [50, '25'],
    [100, '25'],
    [48, '24'],
  ]
  const match = rates.find(([rate]) => Math.abs(rate - fps) < 0.015)
  if (match) return match[1]
  return String(fps < minFrameRate ? fps * Math.ceil(minFrameRate / fps) : Math.min(maxFrameRate, fps))
}

/** Packets of a track that wait for the first one of the other: a sound may begin hours after its picture. */
const waitingPackets = '1000000'

/** ffmpeg's arguments after its global ones; the output is `<folder>/<rendition>/`. Picture and sound begin and end together: the first and the
 *  last picture stand, and there is silence, where the other track is alone. */
export function encodeArguments(probe: Probe, renditions: Rendition[], input: string, folder: string): string[] {
  const { picture } = probe
  const source = safeInput(input)
  const hls = (to: string) => [
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-f',
    'hls',
    '-hls_time',
    String(segmentSeconds),
    '-hls_list_size',
    '0',
    '-hls_playlist_type',
    'event',
    '-hls_segment_type',
    'mpegts',
    '-hls_flags',
    'independent_segments+temp_file',
    '-hls_segment_filename',
    join(folder, to, 's%05d.ts'),
    join(folder, to, 'index.m3u8'),
  ]
  const sound = (bitrate: number) => ['-map', '0:a:0', '-c:a', 'aac', '-b:a', String(bitrate), '-ac', '2', '-ar', '44100']
  const untilEnd = probe.duration ? ['-t', String(probe.duration)] : []
  const besidePicture = ['-af', `aresample=async=1:first_pts=0${probe.duration ? ',apad' : ''}`, '-max_muxing_queue_size', waitingPackets]
  if (!picture) return [...source, '-vn', ...sound(audioOnly.bitrate), ...hls('audio')]
  const names = renditions.map(({ folder: name }) => `[${name}]`)
  const lastStands = probe.duration ? `,tpad=stop_mode=clone:stop_duration=${probe.duration}` : ''
  const split = `[0:V:0]fps=${rateOf(picture)}:start_time=0${lastStands},split=${renditions.length}${names.map((_, index) => `[v${index}]`).join('')}`
  const scale = renditions.map(({ width, height }, index) => `[v${index}]scale=${width}:${height},setsar=1,format=yuv420p${names[index]}`)
  return [
    ...source,
    '-filter_complex',
    [split, ...scale].join(';'),
    ...renditions.flatMap((rendition, index) => {
      const { video, audio } = ladder.find(({ label }) => label === rendition.label)!
      return [
        '-map',
        names[index]!,
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-profile:v',
        'main',
        '-level',
        levelOf(rendition.width, rendition.height).level,
        '-crf',
        '23',
        '-maxrate',
        String(video),
        '-bufsize',
        String(2 * video),
        '-force_key_frames',
        `expr:gte(t,n_forced*${segmentSeconds})`,
        '-sc_threshold',
        '0',
        ...(probe.sound ? [...sound(audio), ...besidePicture] : []),
        ...untilEnd,
        ...hls(rendition.folder),
      ]
    }),
  ]
}

/** The lowest comes first: a player without measurements begins with it. */
export const masterPlaylist = (renditions: Rendition[]): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.flatMap(({ label, folder, width, height, bitrate, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bitrate},CODECS="${codecs}"${width ? `,RESOLUTION=${width}x${height}` : ''},NAME="${label}"`,
      `${folder}/index.m3u8`,
    ]),
    '',
  ].join('\n')
